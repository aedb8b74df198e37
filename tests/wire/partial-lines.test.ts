import { describe, expect, it } from 'vitest';
import { chunked, get } from './_bytes.ts';
import { read } from './_reading.ts';

/** Beginnings of requests, in one packet and a byte at a time. */

/** Returns the states in which both leave the reader. */
function statesAfter(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'latin1');
  return [[bytes], Array.from(bytes, (byte) => Buffer.of(byte))].map((packets) => read(packets).state);
}

const line = (text: string) => `GET / HTTP/1.1\r\n${text}`;

describe('more is awaited behind', () => {
  it.each([
    ['nothing', ''],
    ['a method', 'GET'],
    ['the longest method', 'UPDATEREDIRECTREF'],
    ['a space', 'GET '],
    ['a target', 'GET /items'],
    ['a second space', 'GET / '],
    ['a part of a version', 'GET / HTTP/1'],
    ['a version', 'GET / HTTP/1.1'],
    ['a carriage return', 'GET / HTTP/1.1\r'],
    ['a request line', line('')],
    ['a name', line('Host')],
    ['a colon', line('Host:')],
    ['a value', line('Host: a')],
    ['a carriage return of a header', line('Host: a\r')],
    ['a header', line('Host: a\r\n')],
    ['a carriage return of the empty line', line('Host: a\r\n\r')],
    ['a size', chunked('12')],
    ['an extension', chunked('12;a="b"')],
    ['a carriage return of a size', chunked('12\r')],
    ['a chunk', chunked('1\r\na')],
    ['a carriage return of a chunk', chunked('1\r\na\r')],
    ['a trailer', chunked('0\r\nX: y\r\n')],
    ['a request', get()],
  ])('%s', (_, text) => {
    expect(statesAfter(text)).toEqual(['waiting', 'waiting']);
  });
});

describe('nothing more is awaited behind', () => {
  it.each([
    ['a delimiter in a method', 'G('],
    ['a space first', ' '],
    ['two spaces', 'GET  '],
    ['a version that is too long', 'GET / HTTP/1.10'],
    ['a version of other characters', 'GET / -'],
    ['a carriage return in a request line', 'GET /\rH'],
    ['a carriage return behind a method', 'GET\rG'],
    ['two carriage returns', 'GET / HTTP/1.1\r\r'],
    ['a line without a colon', line('Host\r\n')],
    ['a colon first', line(':')],
    ['a carriage return in a value', line('Host: a\rb')],
    ['a control character in a value', line('Host: \x01')],
    ['a carriage return in place of the empty line', line('Host: a\r\n\rX')],
    ['an invalid size', chunked('x')],
    ['a line end in place of a size', chunked('\r\n')],
    ['a carriage return in a size', chunked('1\r1')],
    ['a control character in an extension', chunked('1;\x01')],
    ['more than the size of a chunk', chunked('1\r\nab')],
  ])('%s', (_, text) => {
    expect(statesAfter(text)).toEqual(['refused', 'refused']);
  });
});
