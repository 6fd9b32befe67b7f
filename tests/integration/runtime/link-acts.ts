import fc from 'fast-check';
import { vi } from 'vitest';
import type { Workspace } from '../../../app/lib/runtime/types.ts';
import { bytes, type Machine, type mirroredProject, pathOf, ROOT } from './mirrored-project.ts';

const NAMES = ['a', 'b', 'd', 'd/a', 'd/e', 'd/e/f', 'b/a', 'node_modules/x'];
const TARGETS = ['a', 'b', 'd', '../a', '..', '.', '/', '/etc/passwd', 'e/f', '../d', 'nowhere', '../../outside', `${ROOT}/a`];

export type Act =
  | { by: 'program' | 'user'; type: 'write'; name: string; text: string }
  | { by: 'program' | 'user'; type: 'link'; name: string; target: string }
  | { by: 'program' | 'user'; type: 'remove' | 'folder'; name: string }
  | { by: 'program' | 'user'; type: 'move'; name: string; to: string }
  /** Waits for a time, in which the watcher advances, or until everything is in the journal. */
  | { type: 'wait'; milliseconds: number }
  | { type: 'settle' };

const name = fc.constantFrom(...NAMES);
const by = fc.constantFrom('program' as const, 'program' as const, 'user' as const);
export const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('write' as const), by, name, text: fc.constantFrom('1', '2', '3') }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('link' as const), by, name, target: fc.constantFrom(...TARGETS) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('remove' as const), by, name }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('move' as const), by, name, to: name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('folder' as const), by, name }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('wait' as const), milliseconds: fc.constantFrom(0, 1, 5, 50) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('settle' as const) }) },
);

export type Change = Exclude<Act, { type: 'wait' | 'settle' }>;

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

/** Performs an act; impossible ones are skipped, as a file system rejects them too. With `waits`, the next one begins after this one. */
export async function carryOut(act: Act, project: Project, waits: boolean): Promise<void> {
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
