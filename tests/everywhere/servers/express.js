import express from 'express';
import { listener } from '../build/node.js';

const server = express()
  .disable('x-powered-by')
  .use('/mounted', listener)
  .listen(0, '127.0.0.1', () =>
    console.log(JSON.stringify({ ports: server.address().port, prefix: '/mounted', only: 'practice' })),
  );
