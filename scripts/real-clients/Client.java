import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the client of the JDK gets, a line each: name, status, fields and body. */
public class Client {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

  /** Fields of one connection, and of one moment. */
  private static final List<String> INCIDENTAL =
      List.of("date", "connection", "keep-alive", "transfer-encoding");

  private static void call(String name, HttpRequest.Builder request) throws InterruptedException {
    try {
      HttpResponse<byte[]> answer = CLIENT.send(request.build(), BodyHandlers.ofByteArray());
      Map<String, List<String>> fields = new TreeMap<>(answer.headers().map());
      fields.keySet().removeAll(INCIDENTAL);
      System.out.println(
          name + " " + answer.statusCode() + " " + fields + " "
              + Base64.getEncoder().encodeToString(answer.body()));
    } catch (IOException error) {
      System.out.println(name + " " + error.getClass().getSimpleName());
    }
  }

  private static HttpRequest.Builder to(String path, String... fields) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
    return fields.length == 0 ? request : request.headers(fields);
  }

  private static String base;

  public static void main(String[] words) throws InterruptedException {
    base = words[0] + "/java";
    call("get", to("/json"));
    call("etag", to("/etag", "If-None-Match", "\"v1\""));
    call("whole", to("/etag"));
    call("range", to("/file", "Range", "bytes=2-5"));
    call("redirect", to("/redirect"));
    call("reason", to("/reason"));
    call("cookies", to("/cookies"));
    call("cut", to("/cut"));
    call("before", to("/state"));
    call("put", to("/state").PUT(BodyPublishers.ofString("java")));
    call("after", to("/state"));
    call("head", to("/json").method("HEAD", BodyPublishers.noBody()));
    call("delete", to("/state").DELETE());
    call("empty", to("/empty"));
    call("form", to("/form", "Content-Type", "multipart/form-data; boundary=b" + System.nanoTime())
        .POST(BodyPublishers.ofString("no parts of it")));
  }
}
