import { describe, expect, it } from 'vitest';
import { fillPath, paramNames, pathMistake, templateOf } from '../../src/contract/path.ts';

/** The paths of endpoints in a contract. */

describe('a path', () => {
  it.each([
    ['/', []],
    ['/users/me', []],
    ['/users/{id}', ['id']],
    ['/{owner}:{repo}/files/{name}.{extension}', ['owner', 'repo', 'name', 'extension']],
    ['/{a}{b}', ['a', 'b']],
    ['/v{version}/{user-id}/{pet.id}/{_}', ['version', 'user-id', 'pet.id', '_']],
    ['/{größe}/{имя}', ['größe', 'имя']],
    ['/files/{path:path}', ['path']],
    ['/a//b/', []],
    ['/a:path/%20', []],
  ])('%s has the parameters %j', (path, names) => {
    expect(pathMistake(path)).toBeUndefined();
    expect(paramNames(path)).toEqual(names);
  });

  it.each([
    ['', 'which does not start with a slash'],
    ['lamps', 'which does not start with a slash'],
    ['{id}', 'which does not start with a slash'],
    ['/{', 'in which a brace is unmatched or nested'],
    ['/}', 'in which a brace is unmatched or nested'],
    ['/a}{b', 'in which a brace is unmatched or nested'],
    ['/{{a}}', 'in which a brace is unmatched or nested'],
    ['/{a/b}', 'in which a brace is unmatched or nested'],
    ['/{}', 'in which {} must be a name of letters, digits, "_"'],
    ['/{1x}', '{1x} must be a name of letters, digits, "_", "-" and ".", and begin with a letter or "_"'],
    ['/{a b}', '{a b} must be a name'],
    ['/é{a}', 'in which "é" must be percent-encoded'],
    ['/{id:int}', '{id:int} must be a name'],
    ['/{:path}', 'in which {} must be a name'],
    ['/{__proto__}', '{__proto__} must be a name'],
    ['/a{b:path}', '{b:path} must be a name'],
    ['/{a:path}/b', 'which goes on after its :path parameter'],
    ['/{a:path}/', 'which goes on after its :path parameter'],
    ['/{a}/{b}/{a}', '{a} occurs twice'],
    ['/{a}.{a}', '{a} occurs twice'],
    ['/a b', 'in which " "'],
    ['/a\n', String.raw`in which "\n"`],
    ['/café', 'in which "é" must be percent-encoded'],
    ['/💡', 'in which "💡"'],
    ['/a?b', 'in which "?"'],
    ['/a#b', 'in which "#"'],
  ])('%j %s', (path, mistake) => {
    const sentence = pathMistake(path);
    expect(sentence).toContain(mistake);
    expect(sentence).toContain(`has the path ${JSON.stringify(path)}, `);
  });

  it('of any length is checked in linear time', () => {
    for (const piece of ['{', '}', '{a}', '{}', '/{a', ':path}', '{a:path}/', '/{b:path']) {
      expect(pathMistake(`/${piece.repeat(200_000)}`)).toMatch(/^has the path/);
    }
  });

  it.each([
    ['/users/{id}', { id: 'a/b c' }, '/users/a%2Fb%20c'],
    ['/{owner}:{repo}', { owner: 'ada', repo: 'x:y' }, '/ada:x%3Ay'],
    ['/files/{path:path}', { path: 'a b/c' }, '/files/a%20b/c'],
    ['/{a}/', {}, '//'],
  ])('%s is filled with %j', (path, params, filled) => {
    expect(fillPath(path, params)).toBe(filled);
  });

  it.each([
    ['/files/{path:path}', '/files/{path}'],
    ['/users/{id}', '/users/{id}'],
    ['/a:path', '/a:path'],
  ])('%s is %s in OpenAPI', (path, template) => {
    expect(templateOf(path)).toBe(template);
  });
});
