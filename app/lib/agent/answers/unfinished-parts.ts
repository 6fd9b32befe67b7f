import type { StepId } from '../../protocol/ids.ts';
import { isJsonValue, type JsonValue } from '../../protocol/json-value.ts';
import type { MessagePart } from '../../protocol/message.ts';
import type { LiveCall, LivePart } from '../contract/conversation-state.ts';
import { DEEPEST_ARGUMENTS } from './call-arguments.ts';
import { partialJson } from './partial-json.ts';
import { MOST_CALLS } from './receive-answer.ts';
import { receivedName } from './received-name.ts';
import { wellFormedJson } from './well-formed-json.ts';

/**
 * Returns the parts of a broken-off answer for the journal. An incomplete call is included with its partial arguments as a call that was
 * not made: the user sees them, and if the answer is continued, the model learns how far it had come.
 */
export function unfinishedParts(live: readonly LivePart[], stepId: StepId): MessagePart[] {
  let calls = 0;
  return live.flatMap((part, index): MessagePart[] => {
    if (part.type !== 'tool-input') return part.text === '' ? [] : [textPart(part)];
    if (++calls > MOST_CALLS) return [];
    return [
      {
        type: 'dynamic-tool',
        // The call's own id may occur again, since a retry of the request can return the same one.
        toolCallId: `cut-${stepId}-${index}`,
        toolName: receivedName(part.toolName),
        state: 'output-error',
        input: inputOf(part),
        errorText: cutText(part),
      },
    ];
  });
}

function textPart(part: Exclude<LivePart, LiveCall>): MessagePart {
  const text = part.text.toWellFormed();
  if (part.type === 'text') return { type: 'text', text };
  return { type: 'reasoning', text, ...(part.thoughtMs === undefined ? {} : { thoughtMs: part.thoughtMs }) };
}

function inputOf({ fields, values = {} }: LiveCall): JsonValue {
  const lists = Object.entries(values).flatMap(([name, json]): [string, JsonValue][] => {
    const value = partialJson(json);
    if (value === undefined) return [];
    // A value that cannot be stored as JSON is stored as its text.
    return [[name.toWellFormed(), isJsonValue(value, DEEPEST_ARGUMENTS) ? wellFormedJson(value) : json.toWellFormed()]];
  });
  const texts = Object.entries(fields).map(([name, text]): [string, JsonValue] => [name.toWellFormed(), text.toWellFormed()]);
  return Object.fromEntries([...texts, ...lists]);
}

function cutText(call: LiveCall): string {
  if (call.isComplete) return 'The answer broke off after this call was written and before it was made, so nothing of it was done.';
  const begun = 'The answer broke off while this call was being written, so nothing of it was done.';
  const came = whatCame(call);
  return came === '' ? begun : `${begun} Of ${came}.`;
}

/** Describes the argument that was being written; empty if nothing of it had arrived. */
function whatCame({ fields, values = {} }: LiveCall): string {
  for (const [name, json] of Object.entries(values)) {
    const value = partialJson(json);
    if (Array.isArray(value) && value.length > 0) {
      return `${name}, what had come is kept: ${value.length} ${value.length === 1 ? 'entry' : 'entries'}, the last perhaps not whole`;
    }
  }
  const [name, text] = Object.entries(fields).at(-1) ?? ['', ''];
  if (text === '') return '';
  const lines = text.split('\n').length;
  const amount = `${text.length.toLocaleString('en')} ${text.length === 1 ? 'character' : 'characters'}`;
  return `${name}, what had come is kept: ${lines === 1 ? amount : `${lines} lines, ${amount}`}`;
}
