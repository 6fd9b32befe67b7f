import type { McpOutcome } from './mcp-service.ts';

/** Sentences that the user reads in their language and a model in English (`inEnglish`): what is wrong, and what to do. */
export type Words = () => string;

/** As `McpOutcome`, before it is known who reads it. */
export type Tried<Value> = { ok: true; value: Value } | { ok: false; why: Words };

/** As the user reads it. */
export function said<Value>(tried: Tried<Value>): McpOutcome<Value> {
  return tried.ok ? tried : { ok: false, why: tried.why() };
}
