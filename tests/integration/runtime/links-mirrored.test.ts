import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Act, act, type Change, carryOut } from './link-acts.ts';
import { bytes, filesIn, mirroredProject, pathOf, ROOT } from './mirrored-project.ts';

/*
 * Programs, the agent and the user create, replace, move and remove files, folders and symbolic links in any order, while the watcher still
 * reports earlier changes. Once it is idle, the journal matches the file system, and mounting the journal gives the same files.
 */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

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
});

test('the same where nobody waits for what the user does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), (acts) => expectKept(acts, false)),
    { numRuns: 300 },
  );
});

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
  // Writing through a link changes its target, and the link stays.
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
