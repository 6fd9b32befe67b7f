import { expect, test } from 'vitest';
import type { FileVersions } from '../agent/contract/tool-ports.ts';
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
  async places() {
    return [
      { step: 12, at: 3_000, what: 'Wrote a.txt', label: 'Before the redesign', files: ['a.txt'] },
      { step: 9, at: 2_000, what: 'npm run build', label: null, files: Array.from({ length: 12 }, (_, index) => `dist-${index}.js`) },
      { step: 5, at: 1_000, what: 'Tidy up', label: 'Before the tests', files: [] },
    ];
  },
  readBefore: async (path, step) => (path === 'a.txt' && step === 12 ? new TextEncoder().encode('old') : null),
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

test('without a path the steps are listed, with the labels that the user gave', async () => {
  expect(await historyTool.plan({}, context)).toEqual({ ok: true, intent: { kind: 'read', paths: [] } });
  expect(await outputOf(historyTool, {}, context)).toMatchObject({
    steps: [
      { step: 12, at: '1970-01-01T00:00:03.000Z', what: 'Wrote a.txt', label: 'Before the redesign', files: ['a.txt'] },
      { step: 9, more_files: 2 },
      { step: 5, label: 'Before the tests' },
    ],
  });
});

test('a file is read as it was before a label, words of it, or a step', async () => {
  const content = { path: 'a.txt', before: 12, label: 'Before the redesign', content: 'old' };
  for (const before of ['before the redesign', 'redesign', '12', 'step 12', '#12']) {
    expect(await outputOf(historyTool, { path: 'a.txt', before }, context)).toEqual(content);
  }
  expect(await failureOf(historyTool, { path: 'a.txt', before: '5' }, context)).toMatchObject({
    message: 'There is no a.txt from before step 5 (Before the tests): it was not there, or is no longer kept.',
  });
});

test('a label that is not there, or that several have, and a step without a file are never guessed', async () => {
  expect(await failureOf(historyTool, { path: 'a.txt', before: 'the login' }, context)).toMatchObject({
    code: 'not_found',
    message: 'There is no step and no label “the login”. Call this without arguments for the list.',
  });
  expect(await failureOf(historyTool, { path: 'a.txt', before: 'before the' }, context)).toMatchObject({
    message: '“before the” is the label of several steps: 12 (Before the redesign), 5 (Before the tests). Give the number.',
  });
  expect(await failureOf(historyTool, { before: 'redesign' }, context)).toMatchObject({ code: 'bad_arguments' });
});

test('what the user has named is listed, however long ago it was', async () => {
  const step = (index: number) => ({ step: 100 - index, at: 0, what: 'x', label: index === 70 ? 'Long ago' : null, files: [] });
  const many = { ...versions, places: async () => Array.from({ length: 80 }, (_, index) => step(index)) };
  const output = await outputOf(historyTool, {}, { ...context, versions: many });
  expect(output).toMatchObject({ note: 'The newest 50 of 80.' });
  expect(JSON.stringify(output)).toContain('Long ago');
});
