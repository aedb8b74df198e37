/** Bare `node:http`: reads a request and writes JSON. It validates nothing, and so refuses nothing. */
import { createServer } from 'node:http';
import { parse } from 'node:querystring';

function send(response, status, value) {
  const json = JSON.stringify(value);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
  response.writeHead(status, headers).end(json);
}

function echo(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => send(response, 201, JSON.parse(Buffer.concat(chunks).toString())));
}

const server = createServer((request, response) => {
  const { method, url, headers } = request;
  if (method === 'POST') echo(request, response);
  else if (url.startsWith('/users/')) {
    const { page, limit, email } = parse(url.slice(url.indexOf('?') + 1));
    send(response, 200, { page: Number(page), limit: Number(limit), email_filter: email, users: [] });
  } else send(response, 200, { authenticated: true, token: `${headers.authorization.slice(7, 15)}...` });
});
server.listen(process.env.PORT, '127.0.0.1');
