import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import type { CodeSearch } from '../runtime/project-search.ts';
import type { FileEvent, SearchRequest, WorkspacePath } from '../runtime/types.ts';
import { createCodeSearch, type SearchWorker } from './code-search.ts';
import { SearchIndex } from './search-index.ts';
import type { FromSearchWorker, ToSearchWorker } from './search-messages.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs the worker's script in this thread. With `isHung`, it never answers a search. */
class InlineWorker extends EventTarget implements SearchWorker {
  readonly #index = new SearchIndex();
  isHung = false;
  isEnded = false;
  puts = 0;

  postMessage(given: unknown): void {
    const message = structuredClone(given) as ToSearchWorker; // The messages that the search sends.
    if (message.type === 'put') {
      this.puts += message.files.length;
      for (const { path, content } of message.files) this.#index.put(path, content);
    } else if (message.type === 'remove') this.#index.remove(message.path);
    else if (!this.isHung) {
      const data: FromSearchWorker =
        message.type === 'search'
          ? { type: 'findings', findings: this.#index.search(message.request) }
          : { type: 'found', found: this.#index.findAll(message.request) };
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
  }

  terminate(): void {
    this.isEnded = true;
  }
}

function setUp(content: Record<string, string>) {
  const workspace = new MemoryWorkspace(content);
  const workers: InlineWorker[] = [];
  const listeners = new Set<(event: FileEvent) => void>();
  const search: CodeSearch = createCodeSearch({
    files: {
      readFile: (path) => workspace.readFile(path),
      readDirectory: (path) => workspace.readDirectory(path),
      watchFiles(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      watchSettled: async () => undefined,
    },
    createWorker() {
      const worker = new InlineWorker();
      workers.push(worker);
      return worker;
    },
  });
  const request = (query: string, path = ''): SearchRequest => ({
    query,
    path: path as WorkspacePath,
    limit: 50,
    include: null,
    exclude: null,
  });
  return {
    workspace,
    workers,
    listeners,
    search,
    find: async (query: string, path = '') => (await search.search(request(query, path)))?.results.map(({ file }) => file) ?? null,
    ask: (query: string) => search.search(request(query)),
    changed: (event: FileEvent) => {
      for (const listener of listeners) listener(event);
    },
  };
}

test('is fed once, and then with what has changed', async () => {
  const { find, workspace, workers, changed } = setUp({ 'src/a.ts': 'one', 'b.ts': 'two' });
  expect(await find('o')).toEqual(['b.ts', 'src/a.ts']);
  await workspace.writeFile('b.ts' as WorkspacePath, new TextEncoder().encode('three'));
  changed({ type: 'changed', path: 'b.ts' as WorkspacePath });
  changed({ type: 'folder-added', path: 'src' as WorkspacePath });
  changed({ type: 'removed', path: 'src' as WorkspacePath });
  expect(await find('e')).toEqual(['b.ts']);
  expect(workers.map(({ puts }) => puts)).toEqual([3]);
});

test('a file that was reported and is gone again is no longer found', async () => {
  const { find, workspace, changed } = setUp({ 'a.ts': 'one' });
  await find('x');
  await workspace.remove('a.ts' as WorkspacePath);
  changed({ type: 'changed', path: 'a.ts' as WorkspacePath });
  expect(await find('one')).toEqual([]);
  changed({ type: 'changed', path: 'd/a' as WorkspacePath });
  changed({ type: 'removed', path: 'd' as WorkspacePath });
  expect(await find('one')).toEqual([]);
});

test('a folder that another one has taken the place of is searched as it is now', async () => {
  const { find, workspace, changed } = setUp({ 'src/a.ts': 'one', 'src/b.ts': 'one' });
  expect(await find('one')).toEqual(['src/a.ts', 'src/b.ts']);
  await workspace.remove('src/a.ts' as WorkspacePath);
  changed({ type: 'folder-added', path: 'src' as WorkspacePath });
  changed({ type: 'changed', path: 'src/b.ts' as WorkspacePath });
  expect(await find('one')).toEqual(['src/b.ts']);
});

test('an expression that runs without end is ended with its worker, says so, and the next search works', async () => {
  const { ask, find, workers } = setUp({ 'a.ts': 'one' });
  await find('one');
  for (const worker of workers) worker.isHung = true;
  const outcome = ask('(a+)+$').catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await outcome).toContain('took longer than 5 seconds and was ended');
  expect(workers[0]?.isEnded).toBe(true);
  expect(await find('one')).toEqual(['a.ts']);
  expect(workers).toHaveLength(2);
});

test('a worker that fails leaves the search to whoever reads the files one by one', async () => {
  const { ask, find, workers } = setUp({ 'a.ts': 'one' });
  await find('one');
  for (const worker of workers) worker.isHung = true;
  const outcome = ask('one');
  await vi.advanceTimersByTimeAsync(1);
  workers[0]?.dispatchEvent(new Event('error'));
  expect(await outcome).toBeNull();
  expect(await find('one')).toEqual(['a.ts']);
});

test('a worker that cannot be loaded is tried twice and then left alone', async () => {
  const { find, workers } = setUp({ 'a.ts': 'one' });
  vi.spyOn(InlineWorker.prototype, 'addEventListener').mockImplementation(function (this: EventTarget, type, listener) {
    EventTarget.prototype.addEventListener.call(this, type, listener);
    if (type === 'error') queueMicrotask(() => this.dispatchEvent(new Event('error')));
  });
  expect([await find('one'), await find('one'), await find('one')]).toEqual([null, null, null]);
  expect(workers).toHaveLength(2);
  vi.restoreAllMocks();
});

test('what is not watched is not known: named folders go to others, the built ones are mentioned', async () => {
  const { find, ask } = setUp({ 'dist/a.js': 'one', 'node_modules/x/a.js': 'one', 'packages/a/.vite/x': 'one' });
  expect(await find('one', 'dist')).toBeNull();
  expect(await find('one', 'node_modules/x')).toBeNull();
  expect(await ask('one')).toMatchObject({
    results: [],
    skipped: [
      'dist/ (what was built; name it as the path to search it)',
      'packages/a/.vite/ (what was built; name it as the path to search it)',
    ],
    skippedCount: 2,
  });
});

test('a feed that fails is begun again', async () => {
  const { find, workspace, workers } = setUp({ 'a.ts': 'one' });
  const failed = vi.spyOn(workspace, 'readDirectory').mockImplementationOnce(() => {
    throw new Error('gone');
  });
  await expect(find('one')).rejects.toThrow('gone');
  failed.mockRestore();
  expect(await find('one')).toEqual(['a.ts']);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

test('closed, it hears and holds nothing more', async () => {
  const { find, search, listeners, workers } = setUp({ 'a.ts': 'one' });
  await find('one');
  search.close();
  expect([listeners.size, workers[0]?.isEnded]).toEqual([0, true]);
});

test('nothing is watched before the first search', async () => {
  const { find, listeners } = setUp({ 'a.ts': 'one' });
  expect(listeners.size).toBe(0);
  await find('one');
  expect(listeners.size).toBe(1);
});
