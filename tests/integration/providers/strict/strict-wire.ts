import { createHash } from 'node:crypto';
import type { ScriptedAnswer, Wire } from '../wires/wire.ts';

/** A rejection, in the provider's words. */
export interface Refusal {
  status: number;
  message: string;
}

/** A provider that accepts exactly what the real one accepts, and recognises what it has issued. */
export interface StrictWire {
  wire: Wire;
  modelId: string;
  /** The path at which it is requested, and the variables of a server that requests it there. */
  path: string;
  environment(origin: string): Record<string, string>;
  /** Returns the rejection, or null if the provider accepts the request. */
  refusalOf(body: Record<string, unknown>): Refusal | null;
  /** Returns the events of a response to this request, with their own IDs and seals. */
  answer(script: ScriptedAnswer, body: Record<string, unknown>): Uint8Array[];
  /** Returns the ID that this provider assigns to the `count`th call. */
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

/** Rejects fields that the API does not have. */
export function onlyFields(value: Fields, known: readonly string[], what: string): void {
  for (const name of Object.keys(value)) demand(known.includes(name), `${what}.${name}: Extra inputs are not permitted`);
}

export function base64Image(data: unknown, what: string): void {
  demand(typeof data === 'string' && data !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(data), `${what}: Could not process image`);
}

/** Returns a seal as a provider creates it: over the thought, its author, and what preceded it. */
export function sealOf(...sealed: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(sealed)).digest('base64url');
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Returns the same events with other texts, so that each response has its own IDs and seals. */
export function withTexts(events: readonly Uint8Array[], texts: ReadonlyMap<string, string>): Uint8Array[] {
  return events.map((bytes) => {
    let event = decoder.decode(bytes);
    for (const [from, to] of texts) event = event.replaceAll(`"${from}"`, JSON.stringify(to));
    return encoder.encode(event);
  });
}
