"""What urllib gets, a line each: name, status, reason, fields and body."""

import base64
import http.client
import sys
import urllib.error
import urllib.request
import uuid

BASE = sys.argv[1] + "/python"
# Fields of one connection, and of one moment.
INCIDENTAL = ("date", "connection", "keep-alive", "transfer-encoding")


def call(name, path, method="GET", body=None, fields=None):
    request = urllib.request.Request(BASE + path, data=body, method=method, headers=fields or {})
    try:
        answer = urllib.request.urlopen(request, timeout=20)
    except urllib.error.HTTPError as error:
        answer = error
    except (urllib.error.URLError, ConnectionError) as error:
        print(name, type(error).__name__)
        return
    try:
        content = base64.b64encode(answer.read()).decode()
    except http.client.IncompleteRead as error:
        content = f"cut off after {len(error.partial)}"
    fields = [one for one in answer.getheaders() if one[0].lower() not in INCIDENTAL]
    print(name, answer.status, answer.reason, fields, content)


def form(title):
    boundary = uuid.uuid4().hex
    lines = [f"--{boundary}", 'Content-Disposition: form-data; name="title"', "", title]
    body = "\r\n".join([*lines, f"--{boundary}--", ""]).encode()
    return body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}


call("get", "/json")
call("etag", "/etag", fields={"If-None-Match": '"v1"'})
call("whole", "/etag")
call("range", "/file", fields={"Range": "bytes=2-5"})
call("suffix", "/file", fields={"Range": "bytes=-3"})
call("redirect", "/redirect")
call("reason", "/reason")
call("cookies", "/cookies")
call("cut", "/cut")
call("before", "/state")
call("put", "/state", "PUT", b"python")
call("after", "/state")
call("head", "/json", "HEAD")
call("bytes", "/form", "POST", bytes(range(256)), {"Content-Type": "application/octet-stream"})
for title in ("Winds", "Tides"):
    body, fields = form(title)
    call(f"form {title}", "/form", "POST", body, fields)
