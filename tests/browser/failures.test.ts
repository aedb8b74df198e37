import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/hosts/node/place.ts';
import { startService } from '../_service.ts';
import { violations } from './_axe.ts';
import { serveDocs } from './_docs.ts';
import { answer, choose, openPage, send, write } from './_page.ts';

/** The messages of the page when the service does not answer, or not completely. */

const docs = serveDocs();

/** Starts a proxy to the service that answers requests to `/users/` itself. */
async function startFaultyProxy(act: (response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer(async ({ url = '', method = '' }, response) => {
    if (url === '/users/') return act(response);
    const reply = await fetch(docs.origin + url, { method });
    const { 'content-encoding': _, ...headers } = Object.fromEntries(reply.headers);
    const body = Buffer.from(await reply.arrayBuffer());
    response.writeHead(reply.status, { ...headers, 'content-length': body.length }).end(body);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listen(server, { port: 0, host: '127.0.0.1' });
}

const opened = { hash: '#createUser/body.age/less_than_equal' };

describe('a service', () => {
  it('that is down is reported, until it is up again', async () => {
    const service = await startService();
    const { page } = await openPage(docs.browser, service.origin, opened);
    await service.stop();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('No reply', { exact: true }).waitFor();
    const said = (await page.locator('#answer-content').textContent()) ?? '';
    expect(said).toContain(`No reply came from 127.0.0.1:${service.port}`);
    expect(said).not.toMatch(/CORS|TypeError|Failed to fetch/i);
    const again = await startService({ PORT: String(service.port) });
    onTestFinished(() => again.stop().then(() => {}));
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.locator('.status-line', { hasText: '422' }).waitFor();
  });

  it('that is down can be asked for its refusals again', async () => {
    const { page } = await docs.open(opened);
    await page.route('**/cases.json*', (route) => route.abort());
    await page.locator('#list [data-key="operation search"]').click();
    await page.locator('#list [data-key="search/query.query/missing"]').click();
    await page.getByText('The refusals can’t be loaded').first().waitFor();
    await page.unroute('**/cases.json*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.status-line', { hasText: '422' }).waitFor();
  });

  it('that is slow is waited for, until the user stops', async () => {
    const requests = new EventEmitter<{ request: [ServerResponse] }>();
    const address = await startFaultyProxy((response) => requests.emit('request', response));
    const { page } = await openPage(docs.browser, address, opened);
    const first = once(requests, 'request');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Waiting for the reply').waitFor();
    await first;
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByText('You stopped waiting.').first().waitFor();
    const second: Promise<ServerResponse[]> = once(requests, 'request');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Waiting for the reply').waitFor();
    const [held] = await second;
    held?.writeHead(200).end('{}');
    await page.locator('.status-line', { hasText: '200' }).waitFor();
  });

  it('that cuts its reply is reported, with what was received', async () => {
    let cut = () => {};
    const address = await startFaultyProxy((response) => {
      response.writeHead(422, { 'Content-Length': '100', 'Content-Type': 'application/json' });
      response.write('{"detail": "Only');
      cut = () => response.destroy();
    });
    const { page } = await openPage(docs.browser, address, opened);
    // A browser may discard data that arrives together with the end of the connection.
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    network.once('Network.dataReceived', () => cut());
    const { status, body } = await send(page);
    expect(status).toBe(422);
    expect(body).toContain('"Only');
    expect(await page.locator('.warning').textContent()).toContain('The reply broke off');
    expect(await violations(page)).toEqual([]);
  });

  it('that closes the connection without a reply is reported', async () => {
    const address = await startFaultyProxy((response) => response.destroy());
    const { page } = await openPage(docs.browser, address, opened);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('the connection was closed before a reply').first().waitFor();
  });

  it.each([
    [200, 'the contract says 422', '{}'],
    [
      422,
      'with other entries than the contract says',
      '{"detail":[{"loc":["body","name"],"msg":"No","type":"a"}]}',
    ],
    [500, 'the contract says 422', '<h1>Oh</h1>'],
    [422, 'with other entries than the contract says', '[1]'],
    [422, 'with other entries than the contract says', ''],
  ])('that answers %i against its contract is reported: %s', async (status, verdict, body) => {
    const address = await startFaultyProxy((response) => response.writeHead(status).end(body));
    const { page } = await openPage(docs.browser, address, opened);
    await send(page).catch(() => {});
    expect(await page.locator('.status-line').textContent()).toContain(verdict);
    expect(await page.locator('#answer-content h1').count()).toBe(0);
  });

  it('that answers late loses its request to a newer one, which aborts it', async () => {
    const requests = new EventEmitter<{ request: [ServerResponse] }>();
    const address = await startFaultyProxy((response) => requests.emit('request', response));
    const { page } = await openPage(docs.browser, address, opened);
    const first: Promise<ServerResponse[]> = once(requests, 'request');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Waiting for the reply').waitFor();
    const [held = expect.fail('no request')] = await first;
    const aborted = once(held, 'close');
    await write(page, 'GET /nothing');
    await page.locator('#text').press('Control+Enter');
    await aborted;
    expect(await answer(page)).toMatchObject({ status: 404 });
    expect(await page.locator('.status-line strong').textContent()).toBe('404');
  });
});

it('an offline device is reported', async () => {
  const { page } = await docs.open(opened);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('this device is offline').first().waitFor();
  await page.context().setOffline(false);
  await choose(page, 'createUser/body.age/int_parsing');
  expect(await answer(page)).toMatchObject({ status: 422 });
});
