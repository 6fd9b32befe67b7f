import { errorIn } from './error-in.ts';
import { countsOf, holdsTextCounts } from './wire-counts.ts';
import { type Fields, fieldsOf, isFields, type Repaired, type WireRepair } from './wire-repair.ts';

/** Repairs Gemini answers from gateways that deviate from Google's format. */
export class GeminiRepair implements WireRepair {
  #hasCalls = false;
  #hasEnded = false;

  read(event: Fields): Repaired {
    const error = Array.isArray(event.candidates) ? null : errorIn(event);
    if (error !== null) return isFields(event.error) ? 'as-it-is' : [{ error }];
    const candidate: unknown = Array.isArray(event.candidates) ? event.candidates[0] : null;
    const usage = holdsTextCounts(event.usageMetadata) ? countsOf(event.usageMetadata) : event.usageMetadata;
    if (!isFields(candidate)) return usage === event.usageMetadata ? 'as-it-is' : [{ ...event, usageMetadata: usage }];
    if (candidate.finishReason) this.#hasEnded = true;
    const content = fieldsOf(candidate.content);
    const given = Array.isArray(content.parts) ? content.parts : [];
    const parts = given.map(partOf);
    this.#hasCalls ||= parts.some((part) => isFields(part) && part.functionCall !== undefined);
    if (usage === event.usageMetadata && parts.every((part, index) => part === given[index])) return 'as-it-is';
    return [{ ...event, candidates: [{ ...candidate, content: { ...content, parts } }], usageMetadata: usage }];
  }

  /** Calls arrive complete. */
  end(): readonly Fields[] {
    if (this.#hasEnded || !this.#hasCalls) return [];
    return [{ candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP', index: 0 }] }];
  }
}

function partOf(part: unknown): unknown {
  if (!isFields(part)) return part;
  const given = part.functionCall ?? part.function_call;
  if (!isFields(given)) return part;
  const { arguments: other, args = other ?? {}, ...call } = given;
  if (isFields(args) && part.functionCall === given && other === undefined) return part;
  const { function_call: _, ...rest } = part;
  return { ...rest, functionCall: { ...call, args: typeof args === 'string' ? (parsed(args) ?? {}) : args } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
