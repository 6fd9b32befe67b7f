import type { JSONValue, LanguageModelV3ToolResultPart } from '@ai-sdk/provider';

/** How one of the demo's calls was answered. */
export type CallOutcome =
  | { kind: 'done'; value: JSONValue }
  /** The user denied it; `reason` is their text, if any. */
  | { kind: 'denied'; reason: string | null }
  /** Interrupted by a stop, a reload or a crash. */
  | { kind: 'interrupted' }
  | { kind: 'failed'; message: string };

/** Matches a denial by the user, not a file system's "permission denied". */
const DENIED = /\b(?:person|user|you)\b[^.]{0,40}\b(?:denied|declined|rejected|refused)\b|^(?:denied|declined|rejected)\b/i;
const INTERRUPTED = /\b(?:interrupted|cancell?ed|stopped|aborted)\b/i;

/** Reads a tool result tolerantly, as a model would, because its wording belongs to the tools and not to the demo. */
export function readCallOutcome(output: LanguageModelV3ToolResultPart['output']): CallOutcome {
  switch (output.type) {
    case 'json':
      return { kind: 'done', value: output.value };
    case 'text':
      return { kind: 'done', value: parsedOrText(output.value) };
    case 'execution-denied':
      return { kind: 'denied', reason: output.reason ?? null };
    case 'error-text':
      return readFailure(output.value);
    case 'error-json':
      return readFailure(typeof output.value === 'string' ? output.value : JSON.stringify(output.value));
    case 'content':
      return { kind: 'done', value: output.value.map((item) => (item.type === 'text' ? item.text : '')).join('\n') };
  }
}

function readFailure(message: string): CallOutcome {
  if (DENIED.test(message)) return { kind: 'denied', reason: reasonIn(message) };
  if (INTERRUPTED.test(message)) return { kind: 'interrupted' };
  return { kind: 'failed', message };
}

/** Returns the text after `reason:` (or `said:`), without quotes. */
function reasonIn(message: string): string | null {
  const labelled = /\b(?:reason|said|says?|because|guidance)\b[^:\n"“]{0,40}[:"“]\s*(.+)$/is.exec(message);
  const afterColon = /\b(?:denied|declined|rejected)\b[^:]{0,80}:\s*(.+)$/is.exec(message);
  const reason = (labelled?.[1] ?? afterColon?.[1])?.trim().replace(/^["“']+|["”']+$/g, '');
  return reason === undefined || reason === '' ? null : reason;
}

function parsedOrText(text: string): JSONValue {
  try {
    // A tool may return JSON as text; the result of JSON.parse is a JSONValue by definition.
    return JSON.parse(text) as JSONValue;
  } catch {
    return text;
  }
}
