import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Workspace } from '../../../app/lib/runtime/types.ts';
import { bytes, filesIn, type Machine, mirroredProject, pathOf, ROOT } from './mirrored-project.ts';

/*
 * Programs, the agent and the user make, replace, move and remove files, folders and symbolic links, in any order and while the watch is
 * still telling of what was before. Once it is quiet the journal has what the file system has, and what is mounted from it is the same again.
 */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const NAMES = ['a', 'b', 'd', 'd/a', 'd/e', 'd/e/f', 'b/a', 'node_modules/x'];
const TARGETS = ['a', 'b', 'd', '../a', '..', '.', '/', '/etc/passwd', 'e/f', '../d', 'nowhere', '../../outside', `${ROOT}/a`];

type Act =
  | { by: 'program' | 'user'; type: 'write'; name: string; text: string }
  | { by: 'program' | 'user'; type: 'link'; name: string; target: string }
  | { by: 'program' | 'user'; type: 'remove' | 'folder'; name: string }
  | { by: 'program' | 'user'; type: 'move'; name: string; to: string }
  /** Time goes by: the watch comes so far; or all there is to be told of has been. */
  | { type: 'wait'; milliseconds: number }
  | { type: 'settle' };

const name = fc.constantFrom(...NAMES);
const by = fc.constantFrom('program' as const, 'program' as const, 'user' as const);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('write' as const), by, name, text: fc.constantFrom('1', '2', '3') }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('link' as const), by, name, target: fc.constantFrom(...TARGETS) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('remove' as const), by, name }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('move' as const), by, name, to: name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('folder' as const), by, name }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('wait' as const), milliseconds: fc.constantFrom(0, 1, 5, 50) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('settle' as const) }) },
);

type Change = Exclude<Act, { type: 'wait' | 'settle' }>;

function byProgram(change: Change, { fileSystem }: Machine): void {
  const at = (path: string) => `${ROOT}/${path}`;
  switch (change.type) {
    case 'write':
      fileSystem.writeFile(at(change.name), bytes(change.text));
      break;
    case 'link':
      fileSystem.removeTree(at(change.name), true);
      fileSystem.symlink(change.target, at(change.name));
      break;
    case 'remove':
      fileSystem.removeTree(at(change.name), true);
      break;
    case 'move':
      fileSystem.rename(at(change.name), at(change.to));
      break;
    case 'folder':
      fileSystem.mkdir(at(change.name), true, 0o755);
      break;
  }
}

function byUser(change: Change, user: Workspace): Promise<void> {
  switch (change.type) {
    case 'write':
      return user.writeFile(pathOf(change.name), bytes(change.text));
    case 'link':
      return user.makeLink(pathOf(change.name), change.target);
    case 'remove':
      return user.remove(pathOf(change.name));
    case 'move':
      return user.rename(pathOf(change.name), pathOf(change.to));
    case 'folder':
      return user.makeDirectory(pathOf(change.name));
  }
}

type Project = Awaited<ReturnType<typeof mirroredProject>>;

/** What cannot be done is not done: a file system refuses it as well. `waits`: the next one begins when this one is done. */
async function carryOut(act: Act, project: Project, waits: boolean): Promise<void> {
  if (act.type === 'settle') return project.settled();
  if (act.type === 'wait') return void (await vi.advanceTimersByTimeAsync(act.milliseconds));
  const refused = () => undefined;
  if (act.by === 'user') {
    const done = byUser(act, project.workspace).catch(refused);
    if (waits) await done;
    else project.alsoAwait(done);
    return;
  }
  try {
    byProgram(act, project.machine);
  } catch {
    refused();
  }
}

async function expectKept(acts: readonly Act[], waits = true): Promise<void> {
  const project = await mirroredProject();
  for (const each of acts) await carryOut(each, project, waits);
  await project.settled();
  const there = filesIn(project.machine);
  expect(await project.recorded()).toEqual(there);
  expect(await project.reloaded()).toEqual(there);
  expect(project.problems).toEqual([]);
  project.close();
}

test('whatever is done to files, folders and links, the journal has what the file system has, and a reload brings it back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), (acts) => expectKept(acts)),
    { numRuns: 300 },
  );
}, 120_000);

test('the same where nobody waits for what the user does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), (acts) => expectKept(acts, false)),
    { numRuns: 300 },
  );
}, 120_000);

const program = (change: DistributiveOmit<Change, 'by'>): Act => ({ by: 'program', ...change });
const user = (change: DistributiveOmit<Change, 'by'>): Act => ({ by: 'user', ...change });
type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
const settle: Act = { type: 'settle' };

test('a file that is given the name that it has stays in the journal', async () => {
  await expectKept([program({ type: 'write', name: 'd', text: '1' }), settle, user({ type: 'move', name: 'd', to: 'd' })]);
});

test('a file that cannot become the folder that it is in stays in the journal', async () => {
  await expectKept([user({ type: 'write', name: 'd/e', text: '1' }), settle, user({ type: 'move', name: 'd/e', to: 'd' })]);
});

test('what the user writes where a link was a moment ago is not recorded where that link led to', async () => {
  await expectKept([
    user({ type: 'link', name: 'd', target: 'a' }),
    program({ type: 'remove', name: 'd' }),
    user({ type: 'link', name: 'd/e', target: 'a' }),
  ]);
  await expectKept([
    program({ type: 'write', name: 'b', text: '1' }),
    user({ type: 'link', name: 'a', target: 'b' }),
    settle,
    program({ type: 'remove', name: 'a' }),
    user({ type: 'write', name: 'a', text: '2' }),
  ]);
});

test('a folder that takes the place of one that was moved away has only what is in it', async () => {
  await expectKept([
    user({ type: 'write', name: 'd/a', text: '1' }),
    settle,
    program({ type: 'move', name: 'd', to: 'b' }),
    program({ type: 'folder', name: 'd' }),
  ]);
});

test('a file whose folder has become a link to itself is gone, and nothing is said to be lost', async () => {
  await expectKept([
    user({ type: 'write', name: 'd/e', text: '1' }),
    settle,
    program({ type: 'link', name: 'd', target: 'd' }),
    user({ type: 'move', name: 'd/e', to: 'a' }),
  ]);
});

test('what the user wrote through a link that nobody had told of is not below the folder that takes its place', async () => {
  await expectKept([
    program({ type: 'folder', name: 'b' }),
    settle,
    program({ type: 'link', name: 'd', target: 'b' }),
    user({ type: 'write', name: 'd/a', text: '3' }),
    program({ type: 'remove', name: 'd' }),
    program({ type: 'folder', name: 'd' }),
  ]);
});

test('a file that is moved to itself, through a link that nobody had told of, stays in the journal', async () => {
  await expectKept([
    user({ type: 'write', name: 'd/a', text: '3' }),
    settle,
    program({ type: 'link', name: 'b', target: 'd' }),
    user({ type: 'move', name: 'd/a', to: 'b/a' }),
  ]);
});

test('links to a file, a folder, nothing and themselves are links again after a reload; what is below them is read once', async () => {
  const project = await mirroredProject();
  const { fileSystem } = project.machine;
  fileSystem.mkdir(`${ROOT}/src/deep`, true, 0o755);
  fileSystem.writeFile(`${ROOT}/src/a.ts`, bytes('a'));
  const links = { file: 'src/a.ts', folder: 'src', 'src/deep/up': '../..', root: '/', gone: 'nowhere', round: 'round' };
  for (const [path, target] of Object.entries(links)) fileSystem.symlink(target, `${ROOT}/${path}`);
  await project.settled();
  const expected = { 'src/a.ts': 'a', ...Object.fromEntries(Object.entries(links).map(([path, target]) => [path, `link:${target}`])) };
  expect(await project.recorded()).toEqual(expected);
  expect(await project.reloaded()).toEqual(expected);
  // Through a link its target is changed, and the link stays.
  await project.workspace.writeFile(pathOf('folder/a.ts'), bytes('changed'));
  await project.settled();
  expect(await project.recorded()).toEqual({ ...expected, 'src/a.ts': 'changed' });
  project.close();
});

test('a folder that moves away and leaves a link to where it is now is journaled once, as real folders are', async () => {
  const project = await mirroredProject();
  const { fileSystem } = project.machine;
  fileSystem.mkdir(`${ROOT}/old`, true, 0o755);
  fileSystem.writeFile(`${ROOT}/old/a`, bytes('a'));
  await project.settled();
  fileSystem.writeFile(`${ROOT}/old/a`, bytes('b'));
  fileSystem.rename(`${ROOT}/old`, `${ROOT}/new`);
  fileSystem.symlink('new', `${ROOT}/old`);
  await project.settled();
  expect(await project.recorded()).toEqual({ 'new/a': 'b', old: 'link:new' });
  fileSystem.unlink(`${ROOT}/old`);
  fileSystem.rename(`${ROOT}/new`, `${ROOT}/old`);
  await project.settled();
  expect(await project.recorded()).toEqual({ 'old/a': 'b' });
  project.close();
});
