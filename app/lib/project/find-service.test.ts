import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { projectIdSchema } from '../protocol/ids.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { FindRequest, Workspace } from '../runtime/types.ts';
import { findAll } from '../search/find-all.ts';
import { encodeText } from '../search/text-file.ts';
import { $openFiles, type OpenFile } from '../stores/files.ts';
import { $projectFind, INITIAL_PROJECT_FIND } from '../stores/project-find.ts';
import { createFindService } from './find-service.ts';
import { replaceInText } from './replace-in-text.ts';

beforeEach(() => {
  $openFiles.set(new Map());
  $projectFind.set(INITIAL_PROJECT_FIND);
});

const REQUEST: FindRequest = {
  ...{ query: 'old', isExpression: false, matchCase: true, wholeWord: false },
  ...{ include: null, exclude: null, replacement: 'new', limit: 1_000 },
};

function setUp(files: Record<string, string>, locked: readonly string[] = []) {
  const memory = new MemoryWorkspace(files);
  const texts = () => Object.keys(files).map((path) => ({ path, text: (memory.text(path) ?? '').replace(/\r\n?/g, '\n') }));
  const workspace: Workspace = Object.assign(memory, { findAll: async (request: FindRequest) => findAll(texts(), request) });
  const project = { projectId: () => projectIdSchema.parse('one'), workspaceWhile: () => workspace };
  return { memory, service: createFindService({ project, lockedPaths: () => locked }) };
}

const place = (path: string) => toWorkspacePath(path) ?? expect.unreachable(path);
const found = () => $projectFind.get().found?.files ?? [];
const said = () => $projectFind.get().replaced;

test('all that was found is replaced, with line ends as they were, and taken back', async () => {
  const { memory, service } = setUp({ 'a.ts': 'old\r\nold old', 'b.ts': 'x old', 'c.ts': 'none' });
  await service.findInProject(REQUEST);
  await service.replaceFound(found());
  expect([memory.text('a.ts'), memory.text('b.ts'), memory.text('c.ts')]).toEqual(['new\r\nnew new', 'x new', 'none']);
  expect(said()).toEqual({ text: 'Replaced 4 matches in 2 files.', canUndo: true });
  expect(found()).toEqual([]);
  await service.undoReplacement();
  expect([memory.text('a.ts'), memory.text('b.ts')]).toEqual(['old\r\nold old', 'x old']);
  expect(said()).toEqual({ text: 'Taken back in 2 files.', canUndo: false });
  expect($projectFind.get().found?.total).toBe(4);
});

test('one match is replaced alone', async () => {
  const { memory, service } = setUp({ 'a.ts': 'old old old' });
  await service.findInProject(REQUEST);
  const file = found()[0] ?? expect.unreachable();
  await service.replaceFound([{ ...file, matches: file.matches.slice(1, 2) }]);
  expect(memory.text('a.ts')).toBe('old new old');
});

test('what is locked, typed in or written by the agent is left out and named', async () => {
  const open = (path: string, change: Partial<OpenFile>): [string, OpenFile] => [
    path,
    { path, savedText: 'old', text: 'old', isBeingWritten: false, isBinary: false, ...change },
  ];
  const { memory, service } = setUp({ 'a.ts': 'old', 'lib/b.ts': 'old', 'c.ts': 'old', 'd.ts': 'old' }, ['lib']);
  $openFiles.set(new Map([open('a.ts', { text: 'old!' }), open('c.ts', { isBeingWritten: true }), open('d.ts', {})]));
  await service.findInProject(REQUEST);
  await service.replaceFound(found());
  expect(memory.writes).toEqual(['d.ts']);
  expect(said()?.text).toBe(
    'Replaced 1 match in 1 file. Left out: a.ts (it has text that is not saved), lib/b.ts (it is locked), c.ts (the agent is writing it).',
  );
});

test('what has changed since it was found stays as it is, and so does what has changed since it was replaced', async () => {
  const { memory, service } = setUp({ 'a.ts': 'old\nold', 'b.ts': 'old' });
  await service.findInProject(REQUEST);
  const files = found();
  await memory.writeFile(place('a.ts'), encodeText('mine\nold'));
  await service.replaceFound(files);
  expect(memory.text('a.ts')).toBe('mine\nnew');
  expect(said()?.text).toBe('Replaced 2 matches in 2 files. 1 match had changed meanwhile.');
  await memory.writeFile(place('b.ts'), encodeText('mine'));
  await service.undoReplacement();
  expect([memory.text('a.ts'), memory.text('b.ts')]).toEqual(['mine\nold', 'mine']);
  expect(said()?.text).toBe('Taken back in 1 file. Left out: b.ts (it has changed since).');
});

test('a file that cannot be written is named, and the others are replaced', async () => {
  const { memory, service } = setUp({ 'a.ts': 'old', 'b.ts': 'old' });
  const write = memory.writeFile.bind(memory);
  memory.writeFile = async (path, content) => {
    if (path === 'a.ts') throw new Error('the disk is full');
    await write(path, content);
  };
  await service.findInProject(REQUEST);
  await service.replaceFound(found());
  expect(said()).toEqual({ text: 'Replaced 1 match in 1 file. Left out: a.ts (the disk is full).', canUndo: true });
});

test('a tab whose project does not run here says so', async () => {
  const project = { projectId: () => projectIdSchema.parse('one'), workspaceWhile: () => new MemoryWorkspace({ 'a.ts': 'old' }) };
  await createFindService({ project, lockedPaths: () => [] }).findInProject(REQUEST);
  expect($projectFind.get().found?.problem).toContain('cannot be searched in this tab');
});

test('an older search does not take the place of a newer one', async () => {
  const answers = new Map<string, () => void>();
  const workspace = Object.assign(new MemoryWorkspace(), {
    findAll: (request: FindRequest) =>
      new Promise<ReturnType<typeof findAll>>((resolve) => {
        answers.set(request.query, () => resolve(findAll([{ path: request.query, text: request.query }], request)));
      }),
  });
  const project = { projectId: () => projectIdSchema.parse('one'), workspaceWhile: () => workspace };
  const service = createFindService({ project, lockedPaths: () => [] });
  const first = service.findInProject({ ...REQUEST, query: 'first' });
  const second = service.findInProject({ ...REQUEST, query: 'second' });
  answers.get('second')?.();
  answers.get('first')?.();
  await Promise.all([first, second]);
  expect(found().map(({ path }) => path)).toEqual(['second']);
});

test('replacing all of a text by the matches that were found is replacing all of it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '\r'), maxLength: 20 });
  fc.assert(
    fc.property(text, fc.constantFrom('a', 'ab', 'aa'), fc.constantFrom('', 'a', 'xyz'), (given, query, replacement) => {
      const { files } = findAll([{ path: 'a', text: given.replace(/\r\n?/g, '\n') }], { ...REQUEST, query, replacement });
      expect(replaceInText(given, files[0]?.matches ?? []).text).toBe(given.replaceAll(query, () => replacement));
    }),
  );
});
