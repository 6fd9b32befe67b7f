import { indentUnit } from '@codemirror/language';
import { EditorState, Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { indentationIn, indentLike } from './indentation.ts';

const stepIn = (text: string) => indentationIn(Text.of(text.split('\n')));

test.each([
  ['two spaces', 'a {\n  b {\n    c\n  }\n}\n', '  '],
  ['four spaces', 'def a():\n    if b:\n        return 1\n    return 2\n', '    '],
  ['three spaces', 'a\n   b\nc\n   d\n', '   '],
  ['tabs', 'func a() {\n\tif b {\n\t\treturn\n\t}\n}\n', '\t'],
  ['tabs with comments whose stars are one further', 'a {\n\t/**\n\t * b\n\t * c\n\t */\n\td\n}\n', '\t'],
  ['spaces with one stray tab', 'a\n  b\n\tc\n  d\ne\n  f\n', '  '],
  ['four spaces and comments with stars', 'class A {\n    /**\n     * b\n     */\n    c() {\n        d;\n    }\n}\n', '    '],
  ['nothing', 'a\nb\n\n \n', null],
  ['empty', '', null],
])('a file is indented by what it has: %s', (_what, text, step) => {
  expect(stepIn(text)).toBe(step);
});

test.each([
  ['Makefile', '\t'],
  ['deep/Makefile', '\t'],
  ['main.go', '\t'],
  ['a.py', '    '],
  ['a.ts', '  '],
  ['constructor', '  '],
  ['no-ending', '  '],
])('a new file is indented as such files are: %s', (path, step) => {
  expect(EditorState.create({ extensions: [indentLike(path)] }).facet(indentUnit)).toBe(step);
});

test('what is pasted into an empty file says how it is indented', () => {
  const state = EditorState.create({ extensions: [indentLike('a.ts')] });
  const pasted = state.update({ changes: { from: 0, insert: 'if (a) {\n\tb();\n}\n' } }).state;
  expect(pasted.facet(indentUnit)).toBe('\t');
});
