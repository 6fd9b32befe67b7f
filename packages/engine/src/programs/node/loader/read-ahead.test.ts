import { describe, expect, it } from 'vitest';
import { defaultKernelLimits } from '../../../abi/limits.ts';
import { FileSystem } from '../../../kernel/files/file-system.ts';
import { readBatch } from '../../../kernel/files/read-batch.ts';
import { SharedCache } from '../../../kernel/files/shared-cache.ts';
import { ReadAhead } from './read-ahead.ts';

const PATHS = Array.from({ length: 10 }, (_, number) => `/lib/module-${number}.js`);

function createSystem() {
  const fileSystem = new FileSystem({ now: Date.now, limits: defaultKernelLimits });
  fileSystem.mkdir('/lib', true, 0o755);
  for (const path of PATHS) fileSystem.writeFile(path, new TextEncoder().encode(`content of ${path}`));
  const kept = new SharedCache(1024 * 1024);
  const calls: string[] = [];
  const answer = (name: string, [first, second]: unknown[]): unknown => {
    calls.push(name);
    switch (name) {
      case 'stat':
        return fileSystem.stat(first as string);
      case 'realpath':
        return fileSystem.realpath(first as string);
      case 'readFile':
        return fileSystem.readFile(first as string);
      case 'recall':
        return kept.recall(first as string, null);
      case 'keep':
        return kept.keep(first as string, second as Uint8Array, null);
      case 'readBatch':
        return readBatch(fileSystem, (key) => kept.recall(key, null), first as never);
      default:
        throw new Error(name);
    }
  };
  const system = {
    sync: (name: string, ...args: unknown[]) => answer(name, args),
    async: async (name: string, ...args: unknown[]) => answer(name, args),
  };
  // The interface maps names to arguments and results, as the table above does.
  return { fileSystem, kept, calls, system: system as unknown as ConstructorParameters<typeof ReadAhead>[0] };
}

function load(ahead: ReadAhead, paths = PATHS): string[] {
  return ahead.during('file:///main.js', () =>
    paths.map((path) => `${ahead.kindOf(path)} ${ahead.realpath(path)} ${new TextDecoder().decode(ahead.readFile(path))}`),
  );
}

describe('reading ahead', () => {
  it('asks once for what a process before has asked one by one', () => {
    const { system, calls } = createSystem();
    const first = load(new ReadAhead(system));
    expect(calls.filter((name) => name !== 'recall' && name !== 'keep')).toHaveLength(30);
    calls.length = 0;
    expect(load(new ReadAhead(system))).toEqual(first);
    expect(calls).toEqual(['recall', 'readBatch']);
  });

  it('answers with what is there now', () => {
    const { system, fileSystem } = createSystem();
    load(new ReadAhead(system));
    fileSystem.writeFile('/lib/module-3.js', new TextEncoder().encode('changed'));
    fileSystem.unlink('/lib/module-4.js');
    const ahead = new ReadAhead(system);
    expect(load(ahead, ['/lib/module-3.js'])).toEqual(['file /lib/module-3.js changed']);
    expect(ahead.during('file:///main.js', () => ahead.kindOf('/lib/module-4.js'))).toBeNull();
    expect(() => load(new ReadAhead(system), ['/lib/module-4.js'])).toThrow(/ENOENT|no such file/);
  });

  it('remembers nothing when the graph is loaded', () => {
    const { system, fileSystem } = createSystem();
    const ahead = new ReadAhead(system);
    load(ahead);
    fileSystem.writeFile('/lib/module-3.js', new TextEncoder().encode('changed'));
    expect(new TextDecoder().decode(ahead.readFile('/lib/module-3.js'))).toBe('changed');
  });

  it('asks again when a graph has changed', () => {
    const { system, calls } = createSystem();
    load(new ReadAhead(system), PATHS.slice(0, 5));
    load(new ReadAhead(system));
    calls.length = 0;
    load(new ReadAhead(system));
    expect(calls).toEqual(['recall', 'readBatch']);
  });

  it('takes no harm from what another process has kept in its place', () => {
    const { system, kept } = createSystem();
    for (const text of ['{}', '[5, null, ["bytes"], ["bytes", "/lib"], ["nothing", "/lib/module-1.js"], ["kind", "/lib/module-2.js"]]']) {
      kept.keep('graph-1-file:///main.js', new TextEncoder().encode(text), null);
      expect(load(new ReadAhead(system), PATHS.slice(0, 3))).toHaveLength(3);
    }
  });

  it('shows an error that is not about a missing file', () => {
    const failing = {
      sync: () => {
        throw Object.assign(new Error('gone'), { code: 'EIO' });
      },
      async: () => Promise.resolve(),
    };
    // Only the part that is used here.
    const ahead = new ReadAhead(failing as unknown as ConstructorParameters<typeof ReadAhead>[0]);
    expect(() => ahead.kindOf('/lib')).toThrow('gone');
  });
});
