// Asks with java.net.http what each line of standard input says, and prints the answers.

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

class Client {
  static class Asked {
    String method;
    String target;
    Map<String, String> headers;
    String body;
    boolean chunked;

    BodyPublisher publisher() {
      if (body == null) return BodyPublishers.noBody();
      byte[] bytes = Base64.getDecoder().decode(body);
      if (!chunked) return BodyPublishers.ofByteArray(bytes);
      return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
    }
  }

  static Map<String, Object> ask(HttpClient client, String origin, Asked asked) {
    var request = HttpRequest.newBuilder(URI.create(origin + asked.target));
    asked.headers.forEach((name, value) -> {
      if (name.equals("Expect")) request.expectContinue(true);
      else request.header(name, value);
    });
    try {
      request.method(asked.method, asked.publisher());
      HttpResponse<byte[]> response =
          client.sendAsync(request.build(), BodyHandlers.ofByteArray()).get(10, TimeUnit.SECONDS);
      return Map.of(
          "status", response.statusCode(),
          "id", response.headers().firstValue("X-Request-Id").orElse(""),
          "body", Base64.getEncoder().encodeToString(response.body()));
    } catch (Exception error) {
      return Map.of("error", error.toString());
    }
  }

  public static void main(String[] args) throws Exception {
    Gson gson = new Gson();
    List<HttpClient> clients = new ArrayList<>();
    var workers = Executors.newCachedThreadPool();
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      List<Future<List<Map<String, Object>>>> all = new ArrayList<>();
      for (Asked[] list : gson.fromJson(line, Asked[][].class)) {
        if (all.size() == clients.size()) clients.add(HttpClient.newHttpClient());
        HttpClient client = clients.get(all.size());
        all.add(workers.submit(() -> {
          List<Map<String, Object>> answers = new ArrayList<>();
          for (Asked asked : list) answers.add(ask(client, args[0], asked));
          return answers;
        }));
      }
      List<List<Map<String, Object>>> answers = new ArrayList<>();
      for (var each : all) answers.add(each.get());
      System.out.println(gson.toJson(answers));
    }
    workers.shutdown();
  }
}
