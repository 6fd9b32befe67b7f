import { createHash } from 'node:crypto';
import type { ScriptedAnswer, Wire } from '../wires/wire.ts';

/** The refusal of a request, in the provider's words. */
export interface Refusal {
  status: number;
  message: string;
}

/** A provider that takes what the real one takes and nothing else, and knows again what it has given. */
export interface StrictWire {
  wire: Wire;
  modelId: string;
  /** Path under which it is asked, and the variables of a server that asks it there. */
  path: string;
  environment(origin: string): Record<string, string>;
  /** The refusal, or null if the provider takes the request. */
  refusalOf(body: Record<string, unknown>): Refusal | null;
  /** The events of an answer to this request, with ids and seals of its own. */
  answer(script: ScriptedAnswer, body: Record<string, unknown>): Uint8Array[];
  /** The id that this provider gives the `count`th call. */
  callId(count: number, name: string): string;
}

export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export class Refused extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

export function demand(condition: boolean, message: string, status = 400): asserts condition {
  if (!condition) throw new Refused(message, status);
}

/** Runs checks that throw a `Refused`. */
export function refusalOf(check: () => void): Refusal | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, message: error.message };
  }
}

export type Fields = Record<string, unknown>;

export function fields(value: unknown, what: string): Fields {
  demand(typeof value === 'object' && value !== null && !Array.isArray(value), `${what}: Input should be an object`);
  return value as Fields;
}

export function list(value: unknown, what: string): unknown[] {
  demand(Array.isArray(value), `${what}: Input should be a valid list`);
  return value;
}

export function text(value: unknown, what: string): string {
  demand(typeof value === 'string', `${what}: Input should be a valid string`);
  return value;
}

/** No field that the API does not have. */
export function onlyFields(value: Fields, known: readonly string[], what: string): void {
  for (const name of Object.keys(value)) demand(known.includes(name), `${what}.${name}: Extra inputs are not permitted`);
}

export function base64Image(data: unknown, what: string): void {
  demand(typeof data === 'string' && data !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(data), `${what}: Could not process image`);
}

/** Seals as a provider makes them: of what was thought, by whom, and after what. */
export function sealOf(...sealed: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(sealed)).digest('base64url');
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The same events with other texts in them, so that each answer has ids and seals of its own. */
export function withTexts(events: readonly Uint8Array[], texts: ReadonlyMap<string, string>): Uint8Array[] {
  return events.map((bytes) => {
    let event = decoder.decode(bytes);
    for (const [from, to] of texts) event = event.replaceAll(`"${from}"`, JSON.stringify(to));
    return encoder.encode(event);
  });
}
