import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textChange } from './text-change.ts';

test('the change turns any text into any other', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '\n') }),
      fc.string({ unit: fc.constantFrom('a', 'b', '\n') }),
      (before, after) => {
        const change = textChange(before, after);
        const state = EditorState.create({ doc: before });
        expect(state.update(change === null ? {} : { changes: change }).state.doc.toString()).toBe(after);
      },
    ),
  );
});

test('text that only grew is an insertion at its end', () => {
  expect(textChange('const a', 'const a = 1')).toEqual({ from: 7, to: 7, insert: ' = 1' });
});
