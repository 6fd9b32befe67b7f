import { toldNumber } from '../../protocol/models/told-number.ts';
import { JsonProgress } from './json-progress.ts';
import { type Fields, fieldsOf, isFields, wordOf } from './wire-repair.ts';

/** An entry of `tool_calls`, read from any of its formats. */
interface GivenCall {
  index: number | null;
  id: string | null;
  name: string | null;
  /** A part of the arguments, or all of them. */
  text: string;
  /** The arguments arrived as a value, so they are complete. */
  isWhole: boolean;
}

interface OpenCall {
  /** Its index in the events that are passed on. */
  place: number;
  /** Its index in the received events. */
  index: number | null;
  id: string;
  name: string;
  /** The arguments so far; empty braces do not count, because some endpoints begin with them. */
  text: string;
  progress: JsonProgress;
  isReported: boolean;
}

/** The entry to pass on, or `as-it-is` if it is well-formed. */
export type RepairedCalls = 'as-it-is' | readonly Fields[];

const NO_ARGUMENTS = /^\s*\{\s*\}\s*$/;

/**
 * Assembles the calls of a Chat Completions answer in OpenAI's format, even if an endpoint deviates from it. Which call an entry
 * continues is decided by id, index, name or order, as far as these are present. A call is passed on as soon as its arguments
 * begin.
 */
export class ChatCalls {
  readonly #calls: OpenCall[] = [];
  readonly #nextId: () => string;

  constructor(nextId: () => string) {
    this.#nextId = nextId;
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** Whether all calls are complete. */
  get areWhole(): boolean {
    return this.#calls.every(({ progress, text }) => progress.isWhole || NO_ARGUMENTS.test(text));
  }

  read(entries: unknown): RepairedCalls {
    const list = Array.isArray(entries) ? entries : [entries];
    if (list.length === 1 && this.#continuesAsItIs(list[0])) return 'as-it-is';
    return list.flatMap((entry) => (isFields(entry) ? this.#add(givenCall(entry)) : []));
  }

  /** Calls whose arguments never arrived. */
  rest(): readonly Fields[] {
    return this.#withoutArguments(this.#calls);
  }

  /** The common case, in which nothing needs repair. */
  #continuesAsItIs(entry: unknown): boolean {
    if (!isFields(entry) || !isFields(entry.function)) return false;
    const { index, id, function: given } = entry;
    const text = given.arguments;
    if (typeof index !== 'number' || typeof text !== 'string' || isSomething(id) || isSomething(given.name)) return false;
    const call = this.#latest((one) => one.index === index);
    if (call === undefined || !call.isReported || call.place !== index || call.progress.isWhole) return false;
    call.progress.push(text);
    call.text += text;
    return true;
  }

  #add(given: GivenCall): readonly Fields[] {
    const call = this.#callOf(given);
    if (call === null) return this.#begin(given);
    // A name may arrive in pieces, as long as nothing else has arrived.
    if (given.name !== null && call.text === '' && !call.isReported && given.name !== call.name && given.id === null)
      call.name += given.name;
    return this.#grow(call, this.#freshText(call, given));
  }

  #begin(given: GivenCall): readonly Fields[] {
    const isTaken = given.id === null || this.#calls.some(({ id }) => id === given.id);
    const call: OpenCall = {
      place: this.#calls.length,
      index: given.index,
      id: isTaken ? this.#nextId() : (given.id ?? ''),
      name: given.name ?? '',
      text: '',
      progress: new JsonProgress(),
      isReported: false,
    };
    this.#calls.push(call);
    return this.#grow(call, given.text);
  }

  /** The call that an entry continues; null if it begins a new one. */
  #callOf({ index, id, name, text }: GivenCall): OpenCall | null {
    const sameId = id === null ? undefined : this.#latest((call) => call.id === id);
    if (sameId !== undefined && (index === null || sameId.index === null || sameId.index === index || name === null)) return sameId;
    const last = index === null ? this.#calls.at(-1) : this.#latest((call) => call.index === index);
    if (last === undefined) return name === null && index !== null && id === null ? (this.#calls.at(-1) ?? null) : null;
    if (name === null) return last;
    // A repeated name: a continuation, another call of the same tool, or the same call again.
    if (name === last.name) {
      if (!last.progress.isWhole) return last;
      return id === null && sameArguments(last.text, text) ? last : null;
    }
    return last.text === '' && !last.isReported && id === null && index !== null ? last : null;
  }

  /** The arguments that this entry adds to the call. */
  #freshText(call: OpenCall, given: GivenCall): string {
    const { text } = given;
    if (call.progress.isWhole) return sameArguments(call.text, text) ? '' : text;
    // An endpoint that repeats the name or id may resend all arguments, longer each time.
    const namesAgain = given.id !== null || given.name !== null;
    if ((namesAgain || given.isWhole) && call.text !== '' && text.startsWith(call.text)) return text.slice(call.text.length);
    return text;
  }

  #grow(call: OpenCall, text: string): readonly Fields[] {
    if (text === '') return [];
    const isBegun = call.isReported;
    if (!isBegun && NO_ARGUMENTS.test(call.text)) call.text = '';
    call.text += text;
    if (!isBegun && NO_ARGUMENTS.test(call.text)) return [];
    call.progress.push(isBegun ? text : call.text);
    if (isBegun) return [{ index: call.place, function: { arguments: text } }];
    // Calls are made in the order in which they are passed on, and arguments arrive in the order of their calls.
    return [...this.#withoutArguments(this.#calls.slice(0, call.place)), ...this.#tell(call, call.text)];
  }

  #withoutArguments(calls: readonly OpenCall[]): readonly Fields[] {
    return calls.flatMap((call) => {
      if (call.isReported) return [];
      call.text ||= '{}';
      call.progress.push(call.text);
      return this.#tell(call, call.text);
    });
  }

  #tell(call: OpenCall, text: string): readonly Fields[] {
    call.isReported = true;
    return [{ index: call.place, id: call.id, type: 'function', function: { name: call.name, arguments: text } }];
  }

  #latest(isIt: (call: OpenCall) => boolean): OpenCall | undefined {
    return this.#calls.findLast(isIt);
  }
}

function givenCall(entry: Fields): GivenCall {
  const given = isFields(entry.function) ? entry.function : entry;
  const index = toldNumber(entry.index);
  const value = given.arguments ?? given.parameters ?? given.input ?? '';
  const isWhole = typeof value !== 'string';
  return {
    index: Number.isInteger(index) ? index : null,
    id: wordOf(entry.id),
    name: wordOf(given.name),
    text: isWhole ? JSON.stringify(value) : once(value),
    isWhole,
  };
}

/** Some endpoints send the same text twice, joined. */
function once(text: string): string {
  const half = text.length / 2;
  const isTwice = Number.isInteger(half) && text[half - 1] === '}' && text[half] === '{' && text.slice(0, half) === text.slice(half);
  return isTwice ? text.slice(half) : text;
}

function sameArguments(one: string, other: string): boolean {
  if (other.trim() === '' || one.trim() === other.trim()) return true;
  if (!other.trimStart().startsWith('{')) return false;
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}

function isSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Also reads the older `function_call` format. */
export function callsIn(delta: Fields): unknown {
  const { tool_calls: calls, function_call: one } = delta;
  if (Array.isArray(calls) ? calls.length > 0 : isFields(calls)) return calls;
  return isFields(one) && Object.keys(fieldsOf(one)).length > 0 ? { index: 0, function: one } : null;
}
