/**
 * Proxies from Debian, configured to retry an unanswered request on the next replica. Every request of the practice service
 * may be retried, since none of them changes anything.
 */
import { Http1Client, Http2Client } from './proxy-clients.js';

const nginxProgram = { program: '/usr/sbin/nginx', args: (file) => ['-c', file], configure: nginx };

export const proxies = [
  { name: 'nginx', ...nginxProgram, replicas: 3, Client: Http1Client },
  {
    name: 'HAProxy',
    program: '/usr/sbin/haproxy',
    args: (file) => ['-f', file],
    configure: haproxy,
    replicas: 4,
    Client: Http1Client,
  },
  { name: 'nginx with HTTP/2', ...nginxProgram, replicas: 2, Client: Http2Client },
  {
    name: 'Caddy with HTTP/2',
    program: '/usr/bin/caddy',
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    configure: caddy,
    replicas: 3,
    Client: Http2Client,
    // Once it has forwarded a body it can't send it again; health checks keep such cases rare.
    resends: ({ pieces }) => pieces.length === 0,
  },
];

function nginx({ port, ports, folder, Client }) {
  const secure = `ssl http2; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem`;
  return `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  upstream assay {
    ${ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port} ${Client === Http2Client ? secure : ''};
    keepalive_requests 1000000;
    location / {
      proxy_pass http://assay;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream error timeout non_idempotent;
    }
  }
}
`;
}

function haproxy({ port, ports }) {
  const servers = ports.map((each, at) => `  server replica${at} 127.0.0.1:${each}`);
  return `defaults
  mode http
  option http-buffer-request
  timeout connect 2s
  timeout client 75s
  timeout server 30s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response response-timeout
frontend all
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
${servers.join('\n')}
`;
}

function caddy({ port, ports, folder }) {
  return `{
  admin off
  auto_https disable_redirects
  storage file_system ${folder}/caddy
  log {
    output discard
  }
}
https://localhost:${port} {
  bind 127.0.0.1
  tls ${folder}/cert.pem ${folder}/key.pem
  reverse_proxy ${ports.map((each) => `127.0.0.1:${each}`).join(' ')} {
    lb_policy round_robin
    lb_try_duration 5s
    lb_try_interval 20ms
    health_uri /readyz
    health_interval 50ms
  }
}
`;
}
