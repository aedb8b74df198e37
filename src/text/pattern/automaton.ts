/**
 * Matches any pattern in linear time: the text is read once, and all ways to continue are followed at the same time. What a character
 * leads to from a state is worked out when it is first needed, and then remembered.
 */

import { defined } from '../guards.ts';
import { ensure } from '../memo.ts';
import { setTester, type Tester, writtenSet } from './match.ts';
import type { AssertionKind, Node, ParsedPattern, RepeatNode, SetNode } from './sets.ts';

/** Takes steps of work, and tells whether that many were left. */
export type Spend = (steps: number) => boolean;

/** A place in a pattern: its end, or before a character, an assertion, or two ways to continue. */
type Place =
  | { readonly type: 'end' }
  | { readonly type: 'character'; readonly set: number; readonly next: number }
  | { readonly type: 'assertion'; readonly kind: AssertionKind; readonly next: number }
  | { readonly type: 'fork'; next: number; readonly other: number };

const END = 0;

/** What is beside a place in a text. */
type Neighbour = 'edge' | 'word' | 'other';

/** The places of a pattern that the text so far leads to. */
interface State {
  readonly places: readonly number[];
  readonly before: Neighbour;
  readonly hasAssertions: boolean;
  /** The states that the next character leads to, by its kind. */
  readonly next: State[];
}

/** All characters that are in the same sets of a pattern. */
interface Kind {
  readonly at: number;
  readonly isIn: readonly boolean[];
  readonly isWord: boolean;
}

const accepting: State = { places: [], before: 'edge', hasAssertions: false, next: [] };
const failing: State = { ...accepting, next: [] };

/** The place of the end of a text among the kinds of characters. */
const END_OF_TEXT = 0;

/** The places that are looked at in a step. */
const PLACES_PER_STEP = 6;
/** The places that are looked at in the time in which one is made. */
const PLACES_OF_COMPILING = 8;
/** The places that are looked at in the time in which a state, or the kind of a character, is made. */
const PLACES_OF_MAKING = 50;

/**
 * Makes a tester for a pattern of any kind. A text for which too few steps are left does not match: whoever gives them has to look.
 */
export function automatonTester(pattern: ParsedPattern, spend: Spend): Tester {
  const automaton = new Automaton(pattern, spend);
  return (text) => automaton.test(text);
}

class Automaton {
  readonly #pattern: ParsedPattern;
  readonly #spend: Spend;
  #program: Program | undefined;
  #first: State | undefined;
  readonly #states = new Map<string, State>();
  readonly #kinds = new Map<string, Kind>();
  readonly #kindOf = new Map<number, Kind>();
  /** The places that were looked at since the last step was taken. */
  #looked = 0;

  constructor(pattern: ParsedPattern, spend: Spend) {
    this.#pattern = pattern;
    this.#spend = spend;
  }

  test(text: string): boolean {
    this.#first ??= this.#begin();
    let state = this.#first;
    for (let at = 0; at < text.length && state.places.length > 0; at++) {
      const code = defined(text.codePointAt(at));
      if (code > LAST_OF_PLANE) at++;
      const kind = this.#kindOf.get(code) ?? this.#learn(code);
      state = state.next[kind.at] ?? this.#advance(state, kind);
    }
    if (state.places.length > 0) state = state.next[END_OF_TEXT] ?? this.#advance(state);
    return state === accepting;
  }

  /** Forgets its states or, if asked, also what they are worked out from: all that can be made again. */
  forget(isAll: boolean): void {
    this.#first = undefined;
    this.#states.clear();
    if (!isAll) return;
    this.#program = undefined;
    this.#kinds.clear();
    this.#kindOf.clear();
  }

  #compiled(): Program {
    if (this.#program) return this.#program;
    const program = new Program(this.#pattern);
    this.#program = program;
    this.#looked += PLACES_OF_COMPILING * program.places.length;
    compiled += WEIGHT_OF_COMPILED + program.places.length;
    // What matches or fails before any character has no state to keep.
    keep(this, 0);
    return program;
  }

  #begin(): State {
    forgetsMany();
    const { start } = this.#compiled();
    return this.#stateOf(
      this.#follow([start], () => undefined),
      'edge',
    );
  }

  /** Returns the state that a character leads to, or the end of the text. Without steps left for that, the text does not match. */
  #advance(state: State, kind?: Kind): State {
    const next = this.#nextOf(state, kind);
    const steps = 1 + this.#looked / PLACES_PER_STEP;
    this.#looked = 0;
    if (!this.#spend(steps)) return failing;
    state.next[kind?.at ?? END_OF_TEXT] = next;
    keep(this, 1);
    if (next.places.length === 0) return next;
    return forgetsMany() ? this.#stateOf(next.places, next.before) : next;
  }

  #nextOf({ places, before, hasAssertions }: State, kind: Kind | undefined): State {
    const { places: all, start, hasBoundaries } = this.#compiled();
    const after = kind ? sideOf(kind) : 'edge';
    const here = hasAssertions ? this.#follow(places, (each) => isMet(each, before, after)) : places;
    if (!here) return accepting;
    if (!kind) return failing;
    // A match may begin at any character.
    const next = [start];
    for (const at of here) {
      const place = defined(all[at]);
      if (place.type === 'character' && kind.isIn[place.set]) next.push(place.next);
    }
    this.#looked += here.length;
    const isMetLater = (each: AssertionKind) => (each === 'start' ? false : undefined);
    return this.#stateOf(this.#follow(next, isMetLater), hasBoundaries ? sideOf(kind) : 'other');
  }

  /**
   * Follows places to those before a character or an assertion of which nothing is known yet. Returns undefined if they lead to the
   * end of the pattern.
   */
  #follow(
    from: readonly number[],
    isMet: (kind: AssertionKind) => boolean | undefined,
  ): readonly number[] | undefined {
    const program = this.#compiled();
    const { places, seen } = program;
    const mark = ++program.mark;
    const open = [...from];
    const found: number[] = [];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen[at] === mark) continue;
      seen[at] = mark;
      this.#looked++;
      const place = defined(places[at]);
      if (place.type === 'end') return undefined;
      if (place.type === 'fork') open.push(place.next, place.other);
      else {
        const met = place.type === 'assertion' ? isMet(place.kind) : undefined;
        if (met === undefined) found.push(at);
        else if (met) open.push(place.next);
      }
    }
    return found;
  }

  #stateOf(places: readonly number[] | undefined, before: Neighbour): State {
    if (!places) return accepting;
    if (places.length === 0) return failing;
    this.#looked += places.length;
    const sorted = Uint16Array.from(places).sort();
    return ensure(this.#states, before + characters.decode(sorted), () => {
      keep(this, WEIGHT_OF_STATE + places.length);
      this.#looked += PLACES_OF_MAKING;
      const { places: all } = this.#compiled();
      return { places, before, hasAssertions: places.some((at) => all[at]?.type === 'assertion'), next: [] };
    });
  }

  /** Finds out the kind of a character. */
  #learn(code: number): Kind {
    const { sets, hasBoundaries } = this.#compiled();
    const character = String.fromCodePoint(code);
    const isIn = sets.map((isInSet) => isInSet(character));
    const isWord = hasBoundaries && (this.#pattern.ignoreCase ? /\w/iu : /\w/u).test(character);
    const kind = ensure(this.#kinds, `${isWord}${isIn.map(Number).join('')}`, () => {
      compiled += WEIGHT_OF_COMPILED + sets.length;
      return { at: END_OF_TEXT + 1 + this.#kinds.size, isIn, isWord };
    });
    this.#looked += PLACES_OF_MAKING + sets.length;
    this.#kindOf.set(code, kind);
    compiled++;
    return kind;
  }
}

const LAST_OF_PLANE = 0xffff;

/** Writes the places of a state as characters, of which each has two bytes: there are fewer places than the first surrogate. */
const characters = new TextDecoder('utf-16le');

function sideOf({ isWord }: Kind): Neighbour {
  return isWord ? 'word' : 'other';
}

function isMet(kind: AssertionKind, before: Neighbour, after: Neighbour): boolean {
  if (kind === 'start') return before === 'edge';
  if (kind === 'end') return after === 'edge';
  return ((before === 'word') !== (after === 'word')) === (kind === 'boundary');
}

/** The states that all automata may remember together, in places of states: some megabytes. Then all of them are forgotten. */
const MAX_KEPT = 500_000;
/** The places that take as much memory as the rest of a state. */
const WEIGHT_OF_STATE = 50;
let kept = 0;
/**
 * The compiled places and the kinds of characters that they may remember: some 20 megabytes. They are kept longer than states, as each
 * name in an object may be tried with thousands of patterns.
 */
const MAX_COMPILED = 400_000;
/** The compiled places that take as much memory as the rest of a program, or of a kind. */
const WEIGHT_OF_COMPILED = 5;
let compiled = 0;
const keeping = new Set<Automaton>();

function keep(automaton: Automaton, weight: number): void {
  keeping.add(automaton);
  kept += weight;
}

/** Forgets what is too much, and tells whether anything was. */
function forgetsMany(): boolean {
  const isAll = compiled >= MAX_COMPILED;
  if (!isAll && kept < MAX_KEPT) return false;
  for (const each of keeping) each.forget(isAll);
  kept = 0;
  if (isAll) {
    keeping.clear();
    compiled = 0;
  }
  return true;
}

/** The places of a pattern, of which each repetition has its own. */
class Program {
  readonly places: Place[] = [{ type: 'end' }];
  readonly sets: Tester[] = [];
  readonly start: number;
  /** The last mark of each place: those with the mark of a search were seen in it. */
  readonly seen: Uint32Array;
  mark = 0;
  hasBoundaries = false;
  readonly #ignoreCase: boolean;
  /** The numbers of sets, by their nodes and what they have in them. */
  readonly #setOf = new Map<SetNode | string, number>();

  constructor({ node, ignoreCase }: ParsedPattern) {
    this.#ignoreCase = ignoreCase;
    this.start = this.#node(node, END);
    this.seen = new Uint32Array(this.places.length);
  }

  /** Adds the places of a part, before the place that comes next. Returns its first place. */
  #node(node: Node, next: number): number {
    switch (node.type) {
      case 'set':
        return this.#add({ type: 'character', set: this.#set(node), next });
      case 'assertion':
        this.hasBoundaries ||= node.kind !== 'start' && node.kind !== 'end';
        return this.#add({ type: 'assertion', kind: node.kind, next });
      case 'sequence':
        return node.parts.reduceRight((at, part) => this.#node(part, at), next);
      case 'choice':
        return node.options
          .map((option) => this.#node(option, next))
          .reduceRight((other, at) => this.#add({ type: 'fork', next: at, other }));
      case 'repeat':
        return this.#repeat(node, next);
    }
  }

  #repeat({ node, min, max }: RepeatNode, next: number): number {
    let at = next;
    if (max === Number.POSITIVE_INFINITY) {
      const fork = { type: 'fork' as const, next, other: next };
      at = this.#add(fork);
      fork.next = this.#node(node, at);
    } else
      for (let time = min; time < max; time++)
        at = this.#add({ type: 'fork', next: this.#node(node, at), other: next });
    for (let time = 0; time < min; time++) at = this.#node(node, at);
    return at;
  }

  #add(place: Place): number {
    return this.places.push(place) - 1;
  }

  #set(set: SetNode): number {
    const number = () => this.sets.push(setTester(set, this.#ignoreCase)) - 1;
    return ensure(this.#setOf, set, () => ensure(this.#setOf, writtenSet(set), number));
  }
}
