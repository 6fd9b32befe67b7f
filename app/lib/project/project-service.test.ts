import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { RuntimeService } from '../runtime/runtime-service.ts';
import type { Runtime } from '../runtime/types.ts';
import { $files } from '../stores/files.ts';
import type { FolderBatches } from './attach/record-folder.ts';
import type { ProjectIdentity } from './project-identity.ts';
import type { ProjectMirror } from './project-mirror.ts';
import { createProjectService, type ProjectService } from './project-service.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A project with `count` files. `write` adds a file; `made()` returns how often the tree was rebuilt. */
function setUp(count: number) {
  const files = new Map<string, ContentHash>();
  const hash = 'hash' as ContentHash;
  for (let number = 0; number < count; number++) files.set(`many/${number}`, hash);
  let changed: (path: string) => void = () => {};
  const mirror: Partial<ProjectMirror> = {
    files: () => files,
    baseline: () => new Map(),
    onChange: (listener) => {
      changed = listener;
    },
  };
  // Only parts of the dependencies; using anything else would throw.
  createProjectService({
    runtime: {} as RuntimeService,
    mirror: { journaled: (workspace) => workspace, ...mirror } as ProjectMirror,
    store: {} as ProjectFileStore,
    identity: {} as ProjectIdentity,
    batches: {} as FolderBatches,
  });
  let made = 0;
  $files.listen(() => made++);
  return {
    made: () => made,
    write(path: string) {
      files.set(path, hash);
      changed(path);
    },
  };
}

test('a file that is written is in the tree at once', () => {
  const { write } = setUp(3);
  write('new.txt');
  expect($files.get().has('new.txt')).toBe(true);
});

test('a command that writes thousands of files has the tree made a few times, and all of them are in it', () => {
  const { write, made } = setUp(2_000);
  for (let number = 0; number < 500; number++) write(`new/${number}`);
  vi.advanceTimersByTime(1_000);
  expect(made()).toBe(1);
  expect($files.get().size).toBe(2_000 + 500 + 2);
});

/** A project service with partial implementations of runtime and mirror; using anything else would throw. */
function projectOver(runtime: object, mirror: Partial<ProjectMirror>): ProjectService {
  const whole: Partial<ProjectMirror> = { journaled: (workspace) => workspace, onChange: () => {}, ...mirror };
  return createProjectService({
    runtime: { ready: async () => ({ runtime }) } as unknown as RuntimeService, // As above.
    mirror: whole as ProjectMirror,
    store: {} as ProjectFileStore,
    identity: {} as ProjectIdentity,
    batches: {} as FolderBatches,
  });
}

test('a command ends although what is written at the same time never does', async () => {
  const outcome = { exitCode: 0 };
  const booted = { runCommand: async () => outcome, watchSettled: () => new Promise<void>(() => {}) };
  const project = projectOver(booted, {});
  const running = project.workspace('agent').runCommand?.({ command: 'node endless.js &' } as never);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await running).toBe(outcome);
});

test('of a project that is only read here nothing is waited for: its runtime is another page’s, or away', async () => {
  const away = { suspend: async () => undefined, ready: () => Promise.reject(new Error('The machine is away.')) };
  const project = createProjectService({
    runtime: away as unknown as RuntimeService, // As above.
    mirror: { journaled: (workspace) => workspace, onChange: () => {}, files: () => new Map() } as Partial<ProjectMirror> as ProjectMirror,
    store: {} as ProjectFileStore,
    identity: { enter: () => {} } as unknown as ProjectIdentity, // As above.
    batches: {} as FolderBatches,
  });
  await expect(project.settled()).rejects.toThrow('The machine is away.');
  await project.follow({ chatId: 'chat', projectId: 'project' } as never, [], 'The machine is away.', 'away');
  await expect(project.settled()).resolves.toBeUndefined();
});

test('of what is brought in, programs and new scripts can be run; what is written to a file that is there leaves that as it was', async () => {
  const files = new Map<string, ContentHash>([['there.sh', 'hash' as ContentHash]]);
  const mounted: string[] = [];
  const booted: Pick<Runtime, 'writeFile' | 'mount'> = {
    async writeFile(path) {
      files.set(path, 'hash' as ContentHash);
    },
    async mount(batch) {
      for (const { path, ...file } of batch) mounted.push(`${path}${'isExecutable' in file ? ' x' : ''}`);
    },
  };
  const project = projectOver(booted, { files: () => files });
  const script = new TextEncoder().encode('#!/bin/sh\n');
  await project.bringIn([
    { path: 'new.sh', content: script },
    { path: 'there.sh', content: script },
    { path: 'tool', content: Uint8Array.of(0x7f), isExecutable: true },
    { path: 'a.txt', content: Uint8Array.of(0x23) },
  ]);
  expect(mounted).toEqual(['new.sh', 'tool x']);
});
