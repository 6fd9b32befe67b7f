import type { StepId } from '../../protocol/ids.ts';
import type { MessagePart } from '../../protocol/message.ts';
import type { LivePart } from '../session/conversation-state.ts';
import { MOST_CALLS } from './receive-answer.ts';
import { receivedName } from './received-name.ts';

type LiveCall = Extract<LivePart, { type: 'tool-input' }>;

/**
 * What had come of an answer that broke off, as the journal keeps it. A call that had begun is there with the arguments that had come, as
 * one that was not done: the user sees them, and where the answer is continued the model learns how far it was.
 */
export function unfinishedParts(live: readonly LivePart[], stepId: StepId): MessagePart[] {
  let calls = 0;
  return live.flatMap((part, index): MessagePart[] => {
    if (part.type !== 'tool-input') return part.text === '' ? [] : [textPart(part)];
    if (++calls > MOST_CALLS) return [];
    const fields = Object.entries(part.fields).map(([name, text]) => [name.toWellFormed(), text.toWellFormed()] as const);
    return [
      {
        type: 'dynamic-tool',
        // Its own id may come again: whoever asks once more often gets the same.
        toolCallId: `cut-${stepId}-${index}`,
        toolName: receivedName(part.toolName),
        state: 'output-error',
        input: Object.fromEntries(fields),
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

function cutText({ fields, isComplete }: LiveCall): string {
  if (isComplete) return 'The answer broke off after this call was written and before it was made, so nothing of it was done.';
  const [name, text] = Object.entries(fields).at(-1) ?? ['', ''];
  const begun = 'The answer broke off while this call was being written, so nothing of it was done.';
  if (text === '') return begun;
  const lines = text.split('\n').length;
  const amount = `${text.length.toLocaleString('en')} ${text.length === 1 ? 'character' : 'characters'}`;
  return `${begun} Of ${name}, what had come is kept: ${lines === 1 ? amount : `${lines} lines, ${amount}`}.`;
}
