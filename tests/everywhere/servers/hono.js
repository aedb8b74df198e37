import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { fetch } from '../build/fetch.js';

const app = new Hono().mount('/mounted', fetch);
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(JSON.stringify({ ports: port, prefix: '/mounted' })),
);
