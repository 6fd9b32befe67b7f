import { textOfContent } from './recorded-model.ts';
import type { WireMessage, WireRequest } from './scripted-endpoint.ts';

/** A tool's result as it was first sent to the model. */
export interface SentResult {
  callId: string;
  tool: string;
  arguments: string;
  text: string;
}

interface WireCall {
  id: string;
  function: { name: string; arguments: string };
}

/** Returns each result of a run once, in the order in which the model received them. */
export function sentResults(requests: readonly WireRequest[]): SentResult[] {
  const calls = new Map<string, WireCall>();
  const results = new Map<string, SentResult>();
  for (const { messages } of requests) {
    for (const message of messages) {
      for (const call of callsOf(message)) calls.set(call.id, call);
      const id = message.tool_call_id;
      if (id === undefined || results.has(id)) continue;
      const call = calls.get(id);
      results.set(id, {
        callId: id,
        tool: call?.function.name ?? '',
        arguments: call?.function.arguments ?? '',
        text: textOfContent(message.content),
      });
    }
  }
  return [...results.values()];
}

function callsOf({ tool_calls: calls }: WireMessage): WireCall[] {
  return Array.isArray(calls) ? calls.filter(isWireCall) : [];
}

function isWireCall(call: unknown): call is WireCall {
  if (typeof call !== 'object' || call === null || !('id' in call) || !('function' in call)) return false;
  const made = call.function;
  return typeof call.id === 'string' && typeof made === 'object' && made !== null && 'name' in made && 'arguments' in made;
}
