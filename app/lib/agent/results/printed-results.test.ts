import { expect, test } from 'vitest';
import type { ChatMessage, JsonValue } from '../../protocol/message.ts';
import { getToolDefinition } from '../../tools/index.ts';
import { printedResults } from './printed-results.ts';

const SAME = 'As at your last look; nothing has changed.';
const look = (text: string): JsonValue => ({ port: 3000, title: 'Tips', place: '/', size: '1280 × 308', errors: [], page: text });
let calls = 0;
const resultOf = (toolName: string, output: JsonValue): ChatMessage => ({
  id: `m${++calls}`,
  role: 'assistant',
  parts: [{ type: 'dynamic-tool', toolName, toolCallId: `c${calls}`, state: 'output-available', input: {}, output }],
});
const textsOf = (messages: readonly ChatMessage[]) =>
  printedResults(messages, { get: getToolDefinition }).flatMap(({ parts }) =>
    parts.map((part) => (part.type === 'dynamic-tool' && part.state === 'output-available' ? part.output : null)),
  );

test('a page that looks as at the last look is sent once, while that look is', () => {
  const looks = ['a form', 'a form', 'a form', 'a list', 'a form'].map((text) => resultOf('devonz_preview', look(text)));
  expect(textsOf(looks)).toEqual([
    expect.stringContaining('a form'),
    SAME,
    SAME,
    expect.stringContaining('a list'),
    expect.stringContaining('a form'),
  ]);
  const stubbed = [resultOf('devonz_preview', { stub: 'Looked at a page.' }), ...looks.slice(1)];
  expect(textsOf(stubbed)[1]).toContain('a form');
});

test('other tools answer whole each time, and a look is not shortened across them', () => {
  const read = { path: 'a.txt', content: 'some text of a file that is read twice', lineCount: 1, startLine: 1 };
  const texts = textsOf([resultOf('devonz_read_file', read), resultOf('devonz_read_file', read)]);
  expect(texts[1]).toBe(texts[0]);
  const between = [
    resultOf('devonz_preview', look('a form')),
    resultOf('devonz_read_file', read),
    resultOf('devonz_preview', look('a form')),
  ];
  expect(textsOf(between)[2]).toBe(SAME);
});
