import { history, undo } from '@codemirror/commands';
import { EditorState, Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepLineBreaks, lineBreaksOf, setLineBreaks, textWithLineBreaks, toOneLineBreak } from './line-breaks.ts';

function stateOf(text: string): EditorState {
  const doc = Text.of(toOneLineBreak(text).split('\n'));
  return EditorState.create({ doc, extensions: [history(), keepLineBreaks(text)] });
}

test.each([['one\ntwo\n'], ['one\r\ntwo\r\n'], ['one\rtwo\r'], ['one\r\ntwo\nthree\rfour\r\nfive'], ['\r\r\n\n\r\n\r'], ['no end'], ['']])(
  'a text comes out as it went in: %j',
  (text) => {
    expect(textWithLineBreaks(stateOf(text))).toBe(text);
  },
);

test('what is typed ends like most lines of the file, and every other line as it did', () => {
  const state = stateOf('one\r\ntwo\nthree\r\n');
  const typed = state.update({ changes: { from: 3, insert: '!\nmore' } }).state;
  expect(textWithLineBreaks(typed)).toBe('one!\r\nmore\r\ntwo\nthree\r\n');
  const { length } = toOneLineBreak('one!\nmore\ntwo');
  expect(textWithLineBreaks(typed.update({ changes: { from: length, insert: '?' } }).state)).toBe('one!\r\nmore\r\ntwo?\nthree\r\n');
  expect(textWithLineBreaks(typed.update({ changes: { from: length + 1, insert: '?' } }).state)).toBe('one!\r\nmore\r\ntwo\n?three\r\n');
});

test('when another has written the file, its line breaks are those from then on', () => {
  const state = stateOf('one\r\ntwo\r\n').update({ effects: setLineBreaks.of(lineBreaksOf('one\ntwo\n')) }).state;
  expect(textWithLineBreaks(state.update({ changes: { from: 0, insert: 'x' } }).state)).toBe('xone\ntwo\n');
});

test('whatever is changed, the rest keeps its line breaks and nothing is lost', () => {
  const piece = fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', '\n\n');
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const inserted = fc.array(fc.constantFrom('x', 'yz', '\n'), { maxLength: 4 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.tuple(fc.nat(20), fc.nat(4), inserted), { maxLength: 6 }), (before, edits) => {
      let state = stateOf(before);
      for (const [at, length, insert] of edits) {
        const from = Math.min(at, state.doc.length);
        state = state.update({ changes: { from, to: Math.min(from + length, state.doc.length), insert } }).state;
        expect(toOneLineBreak(textWithLineBreaks(state))).toBe(state.doc.toString());
      }
      while (undo({ state, dispatch: (transaction) => (state = transaction.state) }));
      expect(toOneLineBreak(textWithLineBreaks(state))).toBe(toOneLineBreak(before));
    }),
  );
});
