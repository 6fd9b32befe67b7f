import type { McpOutcome } from './mcp-service.ts';

/** A text that is translated for the user and English for a model (`inEnglish`): the problem and its remedy. */
export type Words = () => string;

/** Like `McpOutcome`, before it is known whether a user or a model reads it. */
export type Tried<Value> = { ok: true; value: Value } | { ok: false; why: Words };

/** The outcome in the user's language. */
export function said<Value>(tried: Tried<Value>): McpOutcome<Value> {
  return tried.ok ? tried : { ok: false, why: tried.why() };
}
