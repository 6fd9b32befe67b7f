import { strictestGrant } from 'devonz-engine-protocol/process-grant';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileStatus, OpenFlag } from '../../abi/system-calls.ts';
import type { Process } from '../processes/process.ts';
import { createTestKernel } from '../testing/create-test-kernel.ts';
import type { DirectoryInode, FileInode, Inode } from './inode.ts';

/*
 * Whatever a process calls, in whatever order, while the user changes files concurrently: it never reads a byte of a file with keys, and
 * none of its calls changes a guarded file. The guarded files are stated here by a few names, independently of the kernel's own tables.
 */
const ROOT = '/home/project';
const CANARY = 'CANARY';
const SECRETS = new Set(['.env', '.aws', 'server.pem']);
const PROTECTED = new Set(['.git', 'AGENTS.md', 'package.json']);

const names = ['.env', '.aws', '.git', 'AGENTS.md', 'package.json', 'server.pem', 'node_modules', 'src', 'a', 'b', '..', '.', 'dist'];
const folders = [ROOT, ROOT, ROOT, `${ROOT}/src`, '/tmp', '/etc', '/home', '/', `${ROOT}/.aws`, `${ROOT}/.git`];
const path = fc
  .tuple(fc.constantFrom(...folders), fc.array(fc.constantFrom(...names), { minLength: 0, maxLength: 3 }))
  .map(([folder, rest]) => [folder === '/' ? '' : folder, ...rest].join('/') || '/');
const target = fc.oneof(
  path,
  fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
);
const descriptor = fc.integer({ min: 0, max: 8 });
const flags = fc.constantFrom(
  0,
  1,
  2,
  OpenFlag.CREATE | 1,
  OpenFlag.CREATE | OpenFlag.TRUNCATE | 2,
  OpenFlag.APPEND | 2,
  OpenFlag.TRUNCATE | 1,
  3,
);
const data = new TextEncoder().encode('written');

type Call = { by: 'program' | 'user'; name: string; args: readonly unknown[] };
const call = (name: string, ...args: fc.Arbitrary<unknown>[]) => fc.tuple(...args).map((given) => ({ name, args: given }));
const change = fc.oneof(
  path.map((one) => ({ type: 'write', path: one, offset: 0, length: 3, mode: 0o644 })),
  path.map((one) => ({ type: 'remove', path: one })),
  fc.tuple(path, path).map(([from, to]) => ({ type: 'rename', from, to })),
  fc.tuple(target, path).map(([to, one]) => ({ type: 'symlink', target: to, path: one })),
  path.map((one) => ({ type: 'chmod', path: one, mode: 0o600 })),
);
const anyCall = fc.oneof(
  call('open', path, flags, fc.constant(0o644)),
  call('read', descriptor, fc.constant(100), fc.constantFrom(null, 0)),
  call('write', descriptor, fc.constant(data), fc.constantFrom(null, 0)),
  call('ftruncate', descriptor, fc.constant(0)),
  call('duplicate', descriptor),
  call('readFile', path),
  call(
    'readFile',
    descriptor.map((number) => `/dev/fd/${number}`),
  ),
  call(
    'writeFile',
    path,
    fc.constant(data),
    fc.constantFrom(OpenFlag.CREATE | OpenFlag.TRUNCATE, OpenFlag.CREATE | OpenFlag.APPEND),
    fc.constant(0o644),
  ),
  call('mkdir', path, fc.boolean(), fc.constant(0o755)),
  call('rmdir', path),
  call('unlink', path),
  call('removeTree', path, fc.boolean()),
  call('rename', path, path),
  call('link', path, path),
  call('symlink', target, path),
  call('chmod', path, fc.constant(0o600)),
  call('utimes', path, fc.constant(1), fc.constant(1)),
  call('changeTree', fc.array(change, { maxLength: 3 }), fc.constant(data)),
  call('readBatch', fc.array(fc.tuple(fc.constantFrom('bytes', 'kind', 'path', 'kept'), path), { maxLength: 3 })),
  call('listenAt', path),
  call('connectTo', path),
  call('close', descriptor),
  call('stat', path),
  call('lstat', path),
  call('fstat', descriptor),
  call('readdir', path),
  call('readlink', path),
);
const userCall = fc.oneof(call('rename', path, path), call('link', path, path), call('symlink', target, path), call('unlink', path));
const step: fc.Arbitrary<Call> = fc.oneof(
  { weight: 6, arbitrary: anyCall.map((one) => ({ by: 'program' as const, ...one })) },
  { weight: 1, arbitrary: userCall.map((one) => ({ by: 'user' as const, ...one })) },
);

function createProcesses() {
  const text = `${CANARY}-1`;
  const { kernel, start } = createTestKernel({
    programs: { node: () => new Promise<number>(() => {}) },
    files: {
      [`${ROOT}/.env`]: text,
      [`${ROOT}/src/.aws/key`]: text,
      [`${ROOT}/src/server.pem`]: text,
      [`${ROOT}/src/a`]: 'source',
      [`${ROOT}/.git/config`]: 'git',
      [`${ROOT}/AGENTS.md`]: 'rules',
      [`${ROOT}/package.json`]: '{}',
      [`${ROOT}/node_modules/a/b`]: 'package',
      [`${ROOT}/dist/package.json`]: '{}',
      '/etc/a': 'outside',
      '/home/b': 'outside',
      '/tmp/a': 'temporary',
    },
  });
  const { fileSystem } = kernel;
  fileSystem.link(`${ROOT}/.env`, `${ROOT}/b`);
  fileSystem.symlink('.git', `${ROOT}/src/b`);
  const processOf = (pid: number): Process => {
    const found = kernel.processes.list().find((process) => process.pid === pid);
    if (found === undefined) throw new Error('the process has not started');
    return found;
  };
  const program = processOf(start(['node'], { grant: strictestGrant(ROOT) }).pid);
  const user = processOf(start(['node']).pid);
  return { kernel, program, user };
}

/** Nothing in /dev can change. The protected names below node_modules and in build output are not among these few. */
function isGuarded(full: string): boolean {
  const parts = full.split('/');
  if (full.startsWith('/dev')) return false;
  if (parts.some((name) => SECRETS.has(name)) && !parts.includes('node_modules')) return true;
  if (full === '/tmp' || full.startsWith('/tmp/')) return false;
  if (!full.startsWith(`${ROOT}/`)) return full !== ROOT;
  const inside = full.slice(ROOT.length + 1).split('/');
  return !inside.includes('dist') && inside.some((name) => PROTECTED.has(name) || name === 'node_modules');
}

/** Returns the kind, content and mode of everything guarded. */
function guardedState(root: DirectoryInode): Map<string, string> {
  const state = new Map<string, string>();
  const visit = (inode: Inode, full: string): void => {
    if (isGuarded(full)) state.set(full, looksOf(inode));
    // The files of the built-in programs are treated like any others outside.
    if (full === '/usr' || full === '/bin') return;
    if (inode.kind === 'directory') for (const [name, child] of inode.children) visit(child, full === '/' ? `/${name}` : `${full}/${name}`);
  };
  visit(root, '/');
  return state;
}

/** Returns each file with all of its names. */
function namesOfFiles(root: DirectoryInode): Map<FileInode, string[]> {
  const paths = new Map<FileInode, string[]>();
  const visit = (inode: Inode, full: string): void => {
    if (inode.kind === 'file') paths.set(inode, [...(paths.get(inode) ?? []), full]);
    if (inode.kind === 'directory') for (const [name, child] of inode.children) visit(child, `${full}/${name}`);
  };
  visit(root, '');
  return paths;
}

const isSecretIn = (names: readonly string[]) =>
  names.some((full) => full.split('/').some((name) => SECRETS.has(name)) && !full.includes('/node_modules/'));

/** Blanks files that the user moved to an unguarded name, which are no longer secret. */
function giveAway(root: DirectoryInode): void {
  for (const [inode, names] of namesOfFiles(root)) {
    if (!isSecretIn(names) && textOf(inode.content).includes(CANARY)) inode.content.fill(0);
  }
}

/** Returns the sum of size and times if the result of `stat` etc. describes a file with keys. */
function sizeOfSecret(root: DirectoryInode, answer: unknown): number {
  if (typeof answer !== 'object' || answer === null || !('inode' in answer)) return 0;
  const [, names] = [...namesOfFiles(root)].find(([inode]) => inode.number === answer.inode) ?? [];
  if (names === undefined || !isSecretIn(names)) return 0;
  const { size, modifiedAt, changedAt, accessedAt, createdAt } = answer as FileStatus; // Any object with an inode is a status.
  return size + modifiedAt + changedAt + accessedAt + createdAt;
}

function looksOf(inode: Inode): string {
  if (inode.kind === 'symlink') return `link ${inode.target}`;
  if (inode.kind === 'directory') return `folder ${inode.mode}`;
  return `file ${inode.mode} ${inode.device ?? new TextDecoder().decode(inode.content.subarray(0, inode.size))}`;
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : '';
}

async function attempt(run: () => unknown): Promise<unknown> {
  try {
    const result = run();
    // Reading the terminal's pipe would wait forever.
    return result instanceof Promise ? await Promise.race([result, Promise.resolve(undefined)]) : result;
  } catch {
    return undefined;
  }
}

describe('a process that may touch nothing guarded', () => {
  it('gets no byte of keys and changes nothing guarded, whatever it asks in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const { kernel, program, user } = createProcesses();
        for (const { by, name, args } of steps) {
          const before = guardedState(kernel.fileSystem.root);
          const result = await attempt(() => kernel.call(by === 'user' ? user : program, name, structuredClone(args)));
          if (by === 'user') {
            giveAway(kernel.fileSystem.root);
            continue;
          }
          expect(textOf(result)).not.toContain(CANARY);
          expect(sizeOfSecret(kernel.fileSystem.root, result)).toBe(0);
          expect(guardedState(kernel.fileSystem.root)).toEqual(before);
        }
      }),
      { numRuns: 300 },
    );
  });
});
