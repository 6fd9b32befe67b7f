import { expect, test } from 'vitest';
import { OpenedOrigins } from './opened-origins.ts';

function storage(texts: Record<string, string> = {}) {
  const kept = new Map(Object.entries(texts));
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
}

test('origins that were opened are known to the next page, each once, the newest first', () => {
  const kept = storage();
  for (const origin of ['http://p1.run.test', 'http://p2.run.test', 'http://p1.run.test']) new OpenedOrigins(() => kept).note(origin);
  expect(new OpenedOrigins(() => kept).list()).toEqual(['http://p1.run.test', 'http://p2.run.test']);
});

test.each([
  ['no list', '{"a":1}', []],
  ['no JSON', '[', []],
  ['a list of other things', '[1,null,"http://p1.run.test"]', ['http://p1.run.test']],
])('what is kept as %s is read as far as it is one', (_name, text, origins) => {
  expect(new OpenedOrigins(() => storage({ 'opened-previews': text })).list()).toEqual(origins);
});

test('a browser that refuses storage has opened nothing', () => {
  const opened = new OpenedOrigins(() => {
    throw new Error('refused');
  });
  opened.note('http://p1.run.test');
  expect(opened.list()).toEqual([]);
});
