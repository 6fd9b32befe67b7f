import { expect, test } from 'vitest';
import type { FileVersions } from '../agent/ports.ts';
import { historyTool } from './history.ts';
import { failureOf, outputOf, toolContext } from './testing/run-tool.ts';

const versions: FileVersions = {
  async list(path) {
    if (path !== 'a.txt') return [];
    return [
      { version: 9, at: 2_000, by: 'person', size: null, task: 'Tidy up' },
      { version: 4, at: 1_000, by: 'agent', size: 3, task: null },
    ];
  },
  read: async (path, version) => (path === 'a.txt' && version === 4 ? new TextEncoder().encode('one') : null),
};
const context = { ...toolContext({}), versions };

test('the versions of a file are listed, with who changed it and for what, and one is read', async () => {
  expect(await outputOf(historyTool, { path: './a.txt' }, context)).toEqual({
    path: 'a.txt',
    versions: [
      { version: 9, at: '1970-01-01T00:00:02.000Z', by: 'the user', removed: true, task: 'Tidy up' },
      { version: 4, at: '1970-01-01T00:00:01.000Z', by: 'you', bytes: 3 },
    ],
  });
  expect(await outputOf(historyTool, { path: 'a.txt', version: 4 }, context)).toEqual({ path: 'a.txt', version: 4, content: 'one' });
});

test('what is not there is said, and a version is read under the guards of its file', async () => {
  expect(await failureOf(historyTool, { path: 'b.txt' }, context)).toMatchObject({ code: 'not_found' });
  expect(await failureOf(historyTool, { path: 'a.txt', version: 9 }, context)).toMatchObject({
    message: 'a.txt has no version 9 with a content. Call this without version for the list.',
  });
  expect(await historyTool.plan({ path: '.env', version: 1 }, context)).toMatchObject({
    ok: true,
    intent: { kind: 'read', paths: ['.env'] },
  });
});
