vcl 4.1;

backend service {
  .host = "127.0.0.1";
  .port = "{service}";
}

sub vcl_recv {
  # Nothing is cached: every request is to reach the service.
  return (pass);
}

sub vcl_backend_error {
  # By itself Varnish asks only once again where a connection has ended, and that one may be about to end as well.
  if (bereq.method == "GET") {
    return (retry);
  }
}
