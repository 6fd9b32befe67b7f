import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { behindByteOrderMark, firstSelection } from './behind-byte-order-mark.ts';

const stateOf = (doc: string) => {
  const plain = EditorState.create({ doc, extensions: [behindByteOrderMark()] });
  return plain.update({ selection: firstSelection(plain.doc, null) }).state;
};

test('the first position of a file with a byte order mark is behind it, also by Home and select all', () => {
  const state = stateOf('\ufeff{}\n');
  expect(state.selection.main.head).toBe(1);
  expect(state.update({ selection: { anchor: 0 } }).state.selection.main.head).toBe(1);
  expect(state.update({ selection: { anchor: 0, head: 4 } }).state.selection.main).toMatchObject({ from: 1, to: 4 });
});

test('what is typed at the beginning is behind the mark', () => {
  const state = stateOf('\ufeff{}\n').update({ selection: { anchor: 0 } }).state;
  expect(state.update(state.replaceSelection('// ')).state.doc.toString()).toBe('\ufeff// {}\n');
});

test('a file without one begins at its beginning', () => {
  expect(stateOf('{}\n').selection.main.head).toBe(0);
});
