#!/bin/sh
# A tour of the content API with nothing but curl: a post is created, found, changed, trashed and deleted;
# an image is uploaded and cropped; several writes go in one batch. What it made, it removes again.
#
#   npx touchstone serve                                        # in another terminal
#   sh scripts/content-tour.sh http://127.0.0.1:8080/content
#
# The login is the reference target's own, unless TOUCHSTONE_CONTENT_USER and TOUCHSTONE_CONTENT_PASSWORD
# say otherwise. curl 7.76 or newer.
set -eu

base=${1:-http://127.0.0.1:8080/content}
login=${TOUCHSTONE_CONTENT_USER:-editor}:${TOUCHSTONE_CONTENT_PASSWORD:-touchstone reference password}
json='Content-Type: application/json'

# call METHOD ROUTE [more for curl]: prints the answer; one that is no success ends the tour.
call() {
  method=$1 route=$2
  shift 2
  if ! answer=$(curl -sS --fail-with-body -u "$login" -X "$method" \
    "$base/index.php?rest_route=$route" "$@"); then
    printf '%s %s was not carried out: %s\n' "$method" "$route" "$answer" >&2
    exit 1
  fi
  printf '%s\n' "$answer"
}

# Of a record, or of the first in a list. A site's own records begin with their id.
id_in() { printf '%s\n' "$1" | sed -n '1s/^\[\{0,1\}{"id":\([0-9]*\).*/\1/p'; }

# member NAME ANSWER: a member that is a text or a number.
member() { printf '%s\n' "$2" | sed -n "1s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }

say() { printf '%-44s %s\n' "$1" "$2"; }

# A post: created, found, changed, trashed, deleted.
post=$(call POST /cms/v2/posts -H "$json" \
  -d '{"title": {"raw": "A tour of the site"}, "status": "publish"}')
id=$(id_in "$post")
say 'created a post' "$id"

found=$(call GET '/cms/v2/posts&search=tour+of+the+site&per_page=1')
[ "$(id_in "$found")" = "$id" ]
say 'found it by searching' "$id"

changed=$(call PATCH "/cms/v2/posts/$id" -H "$json" -d '{"slug": "tour-of-the-site"}')
say 'changed its slug' "$(member slug "$changed")"

trashed=$(call DELETE "/cms/v2/posts/$id")
say 'moved it to trash' "$(member status "$trashed")"

call DELETE "/cms/v2/posts/$id&force=true" >/dev/null
gone=$(curl -sS -u "$login" -o /dev/null -w '%{http_code}' "$base/index.php?rest_route=/cms/v2/posts/$id")
say 'deleted it for good; reading it gives' "$gone"

# An image of 4 by 2 pixels, uploaded as it is, and its left half cut out.
png='\211\120\116\107\015\012\032\012\000\000\000\015\111\110\104\122\000\000\000\004\000\000\000\002'\
'\010\002\000\000\000\360\312\352\064\000\000\000\037\111\104\101\124\170\332\005\301\001\001\000\060\014'\
'\303\240\010\273\060\204\115\104\145\035\052\057\162\251\171\143\156\076\141\302\011\261\263\006\224\334'\
'\000\000\000\000\111\105\116\104\256\102\140\202'
image=$(printf "$png" | call POST /cms/v2/media -H 'Content-Type: image/png' \
  -H 'Content-Disposition: attachment; filename="tour.png"' --data-binary @-)
source=$(member source_url "$image")
say 'uploaded an image' "$source"

cropped=$(call POST "/cms/v2/media/$(id_in "$image")/edit" -H "$json" -d "{
  \"src\": \"$source\",
  \"modifiers\": [{\"type\": \"crop\", \"args\": {\"left\": 0, \"top\": 0, \"width\": 50, \"height\": 100}}]
}")
say 'cropped it; width and height' "$(member width "$cropped") x $(member height "$cropped")"

# Two posts in one batch, and both deleted in another.
batch=$(call POST /batch/v1 -H "$json" -d '{"validation": "require-all-validate", "requests": [
  {"path": "/cms/v2/posts", "body": {"title": {"raw": "One"}}},
  {"path": "/cms/v2/posts", "body": {"title": {"raw": "Another"}}}
]}')
ids=$(printf '%s' "$batch" | tr '{' '\n' | sed -n 's/^"id":\([0-9]*\).*/\1/p')
say 'created two posts in a batch' "$(printf '%s ' $ids)"

requests=$(printf '{"method": "DELETE", "path": "/cms/v2/posts/%s?force=true"},' $ids)
call POST /batch/v1 -H "$json" -d "{\"requests\": [${requests%,}]}" >/dev/null
say 'deleted them in another' 'done'

for made in $(id_in "$image") $(id_in "$cropped"); do
  call DELETE "/cms/v2/media/$made&force=true" >/dev/null
done
say 'removed both images' 'done'
