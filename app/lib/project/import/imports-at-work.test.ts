import { expect, test } from 'vitest';
import type { ImportReader } from './import-reader.ts';
import type { ImportSource } from './import-source.ts';
import { countImports, noImports } from './imports-at-work.ts';

const source: ImportSource = { type: 'files', name: null, files: [], skipped: [] };
const closed: string[] = [];
const reader = (): ImportReader => ({
  plan: () => expect.unreachable(),
  read: () => expect.unreachable(),
  close: () => void closed.push('closed'),
});

test('what waits for imports waits for the last of them, however often each is closed', async () => {
  const read = countImports(reader);
  const [first, second] = [read(source), read(source)];
  const seen: string[] = [];
  const waiting = noImports().then(() => seen.push('free'));
  first.close();
  first.close();
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect([seen, closed]).toEqual([[], ['closed', 'closed']]);
  second.close();
  await waiting;
  await noImports();
  expect(seen).toEqual(['free']);
});
