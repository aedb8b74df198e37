import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addJson,
  atOnce,
  eachInSteps,
  holdBack,
  inTurns,
  isDue,
  jsonInSteps,
  large,
  mapInSteps,
  type Steps,
  sharedSteps,
  soon,
} from '../../src/text/turns.ts';
import { hurryClock } from '../_clock.ts';
import { counted } from '../_counted.ts';

/** Work in steps, of which each slice has one. */

const log: string[] = [];

beforeEach(() => {
  log.length = 0;
  hurryClock();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function* work(name: string, count = 3): Steps<string> {
  for (let step = 1; step <= count; step++) {
    log.push(`${name}${step}`);
    yield;
  }
  return name;
}

/** Replaces the timers by ones that are lost whenever they are said to be, as a Worker loses those of a request that has ended. */
function timersToLose() {
  const timeout = globalThis.setTimeout;
  const timers = {
    areLost: false,
    /** Waits by a timer that is never lost. */
    wait: () => new Promise((resolve) => timeout(resolve, 1)),
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, time: number) =>
    timers.areLost ? undefined : timeout(act, time)) as typeof setTimeout);
  return timers;
}

describe('work in turns', () => {
  it('is begun at once, and rests after each slice', async () => {
    const made = inTurns(work('a'));
    expect(log).toEqual(['a1']);
    expect(await made).toBe('a');
    expect(log).toEqual(['a1', 'a2', 'a3']);
  });

  it('is done one slice at a time, however much there is', async () => {
    const made = ['a', 'b', 'c'].map((name) => inTurns(work(name)));
    expect(log).toEqual(['a1']);
    expect(await Promise.all(made)).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'c2', 'b3', 'c3']);
  });

  it('shares a turn with other work that waits, if it is short', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const long = (function* () {
      now += 60;
      yield;
    })();
    const made = [inTurns(long), ...Array.from({ length: 50 }, (_, at) => inTurns(work(String(at))))];
    let isMade = false;
    const all = Promise.all(made).finally(() => {
      isMade = true;
    });
    let turns = 0;
    for (; !isMade; turns++) await new Promise((resolve) => setTimeout(resolve));
    expect(await all).toHaveLength(51);
    expect(turns).toBeLessThan(20);
  });

  it('has a turn of the event loop for each slice', async () => {
    let isMade = false;
    const made = inTurns(work('a', 20)).finally(() => {
      isMade = true;
    });
    let turns = 0;
    while (!isMade) {
      await immediate();
      turns++;
    }
    expect(await made).toBe('a');
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('takes one slice in a round of the event loop, however many others look whether it is their turn', async () => {
    let isMade = false;
    const names = Array.from({ length: 150 }, (_, at) => `${at} `);
    const made = Promise.all(names.map((name) => inTurns(work(name, 1)))).finally(() => {
      isMade = true;
    });
    let most = 0;
    for (let before = 0; !isMade; before = log.length) {
      await immediate();
      most = Math.max(most, log.length - before);
    }
    expect(await made).toEqual(names);
    expect(most).toBe(1);
  });

  it('goes on without work whose timer has been lost', async () => {
    vi.spyOn(globalThis, 'setTimeout').mockReturnValueOnce(undefined as never);
    const lost = inTurns(work('a'));
    expect(await inTurns(work('b'))).toBe('b');
    expect(log).toEqual(['a1', 'b1', 'b2', 'b3']);
    expect(await Promise.race([lost, 'lost'])).toBe('lost');
  });

  it('goes on in a runtime that has no rounds, even if the timer in place of one is lost', async () => {
    vi.stubGlobal('setImmediate', undefined);
    const timeout = globalThis.setTimeout;
    let loses = true;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, time: number) =>
      loses && act.name === 'beginRound' ? undefined : timeout(act, time)) as typeof setTimeout);
    expect(await inTurns(work('a'))).toBe('a');
    loses = false;
    expect(await inTurns(work('b'))).toBe('b');
    await new Promise((resolve) => setTimeout(resolve));
  });

  it('ends when nobody wants its result', async () => {
    const controller = new AbortController();
    const made = inTurns(work('a'), controller.signal);
    controller.abort(new Error('gone'));
    await expect(made).rejects.toThrow('gone');
    expect(log).toEqual(['a1']);
  });

  it('takes no more turns than it needs', async () => {
    vi.restoreAllMocks();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    expect(await inTurns(work('a'))).toBe('a');
    expect(timers).not.toHaveBeenCalled();
  });
});

it('replies that many ask for at once are begun in several turns of the event loop', async () => {
  const names = Array.from('abcdefgh');
  const reply = function* (name: string): Steps<string> {
    log.push(name);
    return yield* work(name, 0);
  };
  const ends = new AbortController();
  const made = names.map((name) => soon(reply(name), ends));
  const begun = log.length;
  expect(begun).toBeGreaterThan(1);
  expect(begun).toBeLessThan(names.length);
  expect(made.slice(0, begun)).toEqual(names.slice(0, begun));
  expect(await Promise.all(made)).toEqual(names);
  expect(log).toEqual(names);
  expect(soon(reply('i'), ends)).toBe('i');
});

it('work that waits is held back, but not what nobody waits for', async () => {
  const ends = new AbortController();
  holdBack(true);
  expect(soon(work('a', 0), ends)).toBe('a');
  const long = inTurns(work('b'));
  const late = soon(work('c', 0), ends);
  const begun = [...log];
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve));
  expect(log).toEqual(begun);
  holdBack(false);
  expect(await Promise.all([long, late])).toEqual(['b', 'c']);
});

describe('replies that take several turns', () => {
  const ask = (name: string) => soon(reply(name), new AbortController());
  let open = 0;
  let most = 0;
  function* reply(name: string): Steps<string> {
    most = Math.max(most, ++open);
    const made = yield* work(name);
    open--;
    return made;
  }

  beforeEach(() => {
    open = 0;
    most = 0;
  });

  it('are made eight at a time, in order', async () => {
    const names = Array.from('abcdefghijklmnopqrst');
    expect(await Promise.all(names.map(ask))).toEqual(names);
    expect(most).toBe(8);
    expect(log.filter((each) => each.endsWith('1')).join('')).toBe(`${names.join('1')}1`);
  });

  it('go on with more work for the same request before others begin', async () => {
    const request = new AbortController();
    const twice = async () => {
      await soon(reply('a'), request);
      return soon(reply('b'), request);
    };
    const before = Array.from('cdefghij', ask);
    const made = twice();
    const after = Array.from('klmnopqrstuvwxyz', ask);
    expect(await Promise.all([made, ...before, ...after, ask('last')])).toContain('b');
    expect(log.indexOf('b1')).toBeLessThan(log.indexOf('last1'));
  });

  it('of large requests are made one at a time, and nothing else waits for them', async () => {
    const askLarge = async (name: string) => {
      const request = new AbortController();
      await soon(reply(`${name}1`), request, large);
      return soon(reply(`${name}2`), request);
    };
    const made = ['a', 'b', 'c'].map(askLarge);
    const other = ask('other');
    expect(await other).toBe('other');
    expect(log).not.toContain('b11');
    expect(await Promise.all(made)).toEqual(['a2', 'b2', 'c2']);
    expect(most).toBe(2);
    expect(log.filter((each) => /^[abc]/.test(each)).map(([name]) => name)).toEqual(
      Array.from('aaaaaabbbbbbcccccc'),
    );
  });

  it('are not begun for a client that leaves before', async () => {
    const others = Array.from('abcdefgh', ask);
    const leaving = new AbortController();
    const left = soon(reply('left'), leaving);
    const last = ask('last');
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await Promise.all([...others, last])).toContain('last');
    expect(log).not.toContain('left1');
  });

  it('are made although all that had begun have been lost', async () => {
    const timers = timersToLose();
    for (const name of 'abcdefgh') void soon(work(name, 1000), new AbortController());
    const hasBegun = (name: string) => log.includes(`${name}2`);
    while (!Array.from('abcdefgh').every(hasBegun)) await immediate();
    timers.areLost = true;
    let length = 0;
    while (log.length > length) {
      length = log.length;
      await timers.wait();
      await timers.wait();
    }
    timers.areLost = false;
    expect(await ask('last')).toBe('last');
  });

  it.each([
    ['being made', 12],
    ['waiting to be begun', 9],
  ])('are made although the timers of some that are %s have been lost', async (_, count) => {
    // All but the first eight wait to be begun.
    const isLost = (at: number) => (count === 9 ? at === 8 : at < 8);
    const timers = timersToLose();
    const made = Array.from({ length: count }, (_each, at) => {
      timers.areLost = isLost(at);
      return ask(String(at));
    });
    timers.areLost = false;
    const last = ask('last');
    expect(await last).toBe('last');
    const kept = made.filter((_each, at) => !isLost(at));
    expect(await Promise.all(kept)).toHaveLength(kept.length);
  });
});

describe('what is made of each item', () => {
  let rests = 0;
  beforeEach(() => {
    rests = 0;
  });
  const made = function* (item: number): Steps<number> {
    // Whatever is done at once within a slice leaves its end as it was.
    const name = atOnce(work(String(item)));
    if (isDue()) yield;
    return name.length + Number(isDue());
  };
  const each = function* (): Steps<readonly number[]> {
    const steps = eachInSteps([1, 2, 3], made);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      rests++;
      yield;
    }
  };

  it('rests in it and after it when nobody counts the time, and when it is over', async () => {
    expect([...each()]).toHaveLength(6);
    expect(await inTurns(each())).toEqual([2, 2, 2]);
    expect(rests).toBe(12);
  });

  it('does not rest while there is time', async () => {
    expect(atOnce(each())).toEqual([1, 1, 1]);
    vi.restoreAllMocks();
    vi.spyOn(performance, 'now').mockReturnValue(1);
    expect(await inTurns(each())).toEqual([1, 1, 1]);
    expect(rests).toBe(0);
  });
});

describe('shared work', () => {
  it('is done once, by all who wait for it', async () => {
    const steps = sharedSteps(() => work('a'));
    expect(await Promise.all([inTurns(steps()), inTurns(steps())])).toEqual(['a', 'a']);
    expect(atOnce(steps())).toBe('a');
    expect(log).toEqual(['a1', 'a2', 'a3']);
  });

  it('goes on from where somebody has left it', async () => {
    const steps = sharedSteps(() => work('a'));
    const controller = new AbortController();
    const left = inTurns(steps(), controller.signal);
    controller.abort();
    await expect(left).rejects.toThrow();
    expect(await inTurns(steps())).toBe('a');
    expect(log).toEqual(['a1', 'a2', 'a3']);
  });

  it('begins anew after a failure', () => {
    const steps = sharedSteps(function* (): Steps<string> {
      yield* work('a', 1);
      if (log.length < 2) throw new Error('failed');
      return 'made';
    });
    expect(() => atOnce(steps())).toThrow('failed');
    expect(atOnce(steps())).toBe('made');
  });
});

it.each<object>([
  {},
  { a: 1, b: [1, { c: undefined }, undefined], d: null },
  { a: { b: { c: { d: { e: 'f' } } } }, 'a "name"': {}, g: undefined, h: { i: undefined } },
  { example: new Date(0), default: [new Date(1)] },
])('%j is written as JSON in steps, also within much else', (value) => {
  const all = new Array(5000).fill(value);
  for (const each of [value, all, { value, all, 'a "name"': undefined }])
    expect(atOnce(jsonInSteps(each))).toBe(JSON.stringify(each));
});

it.each([
  ['a list', { enum: new Array(10_000).fill('a') }],
  [
    'many properties',
    { properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [at, {}])) },
  ],
  ['what is deep inside', { a: { b: { c: { d: [{ e: new Array(10_000).fill({ f: 1 }) }] } } } }],
])('writes JSON in more steps for %s', (_, value) => {
  expect([...jsonInSteps(value)].length).toBeGreaterThan(10);
});

it('writes JSON in short texts, which nobody has to join', () => {
  const value = { a: new Array(1000).fill({ b: 'c' }) };
  const texts: string[] = [];
  atOnce(addJson(value, (text) => texts.push(text)));
  expect(texts.join('')).toBe(JSON.stringify(value));
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(10);
});

it('reads the members of a value one by one to write it as JSON', () => {
  const { document, read } = counted({ ...new Array(1000).fill({ a: 'b' }) });
  const steps = jsonInSteps(document);
  steps.next();
  expect(read()).toBeLessThan(10);
  expect(atOnce(steps)).toBe(JSON.stringify(document));
});

it('changes the values of an object in steps', () => {
  const changed = () =>
    mapInSteps({ a: 1, b: 2 }, function* (value, name) {
      yield;
      return `${name}${value}`;
    });
  expect([...changed()]).toHaveLength(4);
  expect(atOnce(changed())).toEqual({ a: 'a1', b: 'b2' });
});
