import { expect, test } from 'vitest';
import type { StepId } from '../../protocol/ids.ts';
import { TurnReader } from '../stream/turn-reader.ts';
import { unfinishedParts } from './unfinished-parts.ts';

const step = 'step-1' as StepId;

/** Returns the part that is kept of a call whose arguments broke off there. */
function keptOf(toolName: string, argumentsText: string) {
  const turn = new TurnReader();
  const parts = [
    { type: 'tool-input-start', toolCallId: 'c', toolName },
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: argumentsText },
  ];
  turn.push(new TextEncoder().encode(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')));
  return unfinishedParts(turn.liveParts(), step)[0];
}

test('of a call that was cut off in a list of edits, what had come of each edit is kept, and said', () => {
  const text = '{"path":"a.ts","edits":[{"oldText":"one","newText":"two"},{"oldText":"three","newText":"fou';
  expect(keptOf('devonz_edit_file', text)).toMatchObject({
    toolName: 'devonz_edit_file',
    state: 'output-error',
    input: {
      path: 'a.ts',
      edits: [
        { oldText: 'one', newText: 'two' },
        { oldText: 'three', newText: 'fou' },
      ],
    },
    errorText: expect.stringContaining('Of edits, what had come is kept: 2 entries, the last perhaps not whole.'),
  });
});

test('a list whose field comes before others is kept too, and whole words beside it', () => {
  const text = '{"edits": [{"oldText":"one"}] , "isDraft": true, "limit": 12, "path": "a.t';
  expect(keptOf('devonz_edit_file', text)).toMatchObject({
    input: { edits: [{ oldText: 'one' }], path: 'a.t' },
  });
});

test('of a text that was cut off its length is said', () => {
  expect(keptOf('devonz_write_file', '{"path":"a.ts","content":"one\\ntwo')).toMatchObject({
    input: { path: 'a.ts', content: 'one\ntwo' },
    errorText: expect.stringContaining('Of content, what had come is kept: 2 lines, 7 characters.'),
  });
});
