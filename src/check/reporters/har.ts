import { VERSION } from '../../version.ts';
import type { Pairs, Result } from '../result.ts';
import { cookiesBeside, withQuery } from '../sender.ts';
import { HIDDEN, hidden, type MakeReporter, printable } from './reporter.ts';

/** A record of every request and reply, as browsers and proxies read it ([HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)). */
export const har: MakeReporter = ({ address }) => {
  const creator = JSON.stringify({ name: 'Assay', version: VERSION });
  let start = `{"log":{"version":"1.2","creator":${creator},"entries":[\n`;
  return {
    result(result) {
      if (!result.isSent) return '';
      const text = start + printable(JSON.stringify(entryOf(result, address)));
      start = ',\n';
      return text;
    },
    end: () => `${start === ',\n' ? '' : start}\n]}}\n`,
  };
};

function entryOf(result: Result, address: string) {
  const { case: each, outcome, why, received, headers, query, sentAt, took } = result;
  const { method, headers: own, body = '' } = each.request;
  const target = withQuery(each.request.target, hidden(query));
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const others = Object.entries(own).filter(([name]) => !names.has(name.toLowerCase()));
  const given = headers.map((header) => [header[0], cookiesBeside(header, each.request) + HIDDEN]);
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time: took,
    request: {
      method,
      url: address + target,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs([...others, ...given]),
      queryString: pairs([...new URL(target, 'http://localhost').searchParams]),
      ...(text !== '' && { postData: { mimeType: typeIn(own), text } }),
      headersSize: -1,
      bodySize: text.length,
    },
    response: responseOf(received),
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
    _case: each.id,
    _outcome: outcome,
    _why: why,
  };
}

function typeIn(headers: Readonly<Record<string, string>>): string {
  const found = Object.entries(headers).find(([name]) => /^content-type$/i.test(name));
  return found ? found[1] : '';
}

function responseOf(received: Result['received']) {
  const { status = 0, headers = [], body = '', header = () => undefined } = received ?? {};
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: { size: body.length, mimeType: header('content-type') ?? '', text: body },
    redirectURL: header('location') ?? '',
    headersSize: -1,
    bodySize: body.length,
  };
}

function pairs(headers: Pairs | readonly (readonly string[])[]) {
  return headers.map(([name = '', value = '']) => ({ name, value }));
}
