import { isIgnoredPath } from '../file-access.ts';
import {
  type DirectoryEntry,
  type FileEvent,
  type SearchFindings,
  type SearchRequest,
  WorkspaceError,
  type WorkspacePath,
} from '../types.ts';
import type { FromSearchWorker, ToSearchWorker } from './search-messages.ts';

/** As much of a Worker as is used. */
export type SearchWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

export interface CodeSearchOptions {
  files: {
    readFile(path: WorkspacePath): Promise<Uint8Array>;
    readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]>;
    watchFiles(listener: (event: FileEvent) => void): () => void;
    /** Resolves when all that has changed so far has been reported. */
    watchSettled(): Promise<void>;
  };
  createWorker(): SearchWorker;
}

export interface CodeSearch {
  /** null: of what lies there nothing is known, or there is no worker. Rejects with EIO when it takes too long. */
  search(request: SearchRequest): Promise<SearchFindings | null>;
  close(): void;
}

/** A search that takes longer is ended with its worker: an expression can run without end. */
const SEARCH_MS = 5_000;
/** A worker that fails so often will not do better. */
const MAX_FAILURES = 2;
/** Files that are asked for at once. */
const READERS = 32;
/** Files in one message to the worker. */
const BATCH = 100;

/** Folders that hold what commands make; not watched, and so not known here. */
const MADE_FOLDERS = new Set(['dist', '.cache', '.vite']);

/**
 * The project's text in a worker, fed once from the runtime at the first search and from then on by what its watch reports. The page
 * only passes bytes on.
 */
export function createCodeSearch({ files, createWorker }: CodeSearchOptions): CodeSearch {
  const stale = new Set<WorkspacePath>();
  const waiting = new Map<number, (findings: SearchFindings | null) => void>();
  const made = new Set<string>();
  let feed: Feed | null = null;
  let unwatch: () => void = () => undefined;
  let nextId = 0;
  let failures = 0;
  const onEvent = (event: FileEvent) => {
    if (feed === null) return;
    if (event.type === 'changed') stale.add(event.path);
    else if (event.type === 'removed') {
      for (const path of stale) if (path === event.path || path.startsWith(`${event.path}/`)) stale.delete(path);
      feed.remove(event.path);
    }
  };
  const end = () => {
    unwatch();
    feed?.end();
    feed = null;
    stale.clear();
    waiting.clear();
  };
  const ready = async (): Promise<Feed> => {
    if (feed !== null) return feed;
    const started = new Feed(createWorker(), files);
    feed = started;
    // Not before the first search: a project that is opened would be looked at file by file. Before the files are listed: none is missed.
    unwatch = files.watchFiles(onEvent);
    started.onAnswer(({ id, findings }) => waiting.get(id)?.(findings));
    // Its script did not load, or it ran out of memory: who waits reads the files one by one.
    started.onFailure(() => {
      const orphans = [...waiting.values()];
      failures++;
      end();
      for (const orphan of orphans) orphan(null);
    });
    made.clear();
    await started.putAll(await allFiles(files, made));
    return started;
  };
  /** One after the other: a search sees what was known when its turn came. */
  let queue: Promise<unknown> = Promise.resolve();
  const run = async (request: SearchRequest): Promise<SearchFindings | null> => {
    const worker = await ready();
    await files.watchSettled();
    const changed = [...stale];
    stale.clear();
    await worker.putAll(changed);
    // It failed while it was fed.
    if (feed !== worker) return null;
    const id = nextId++;
    const answer = new Promise<SearchFindings | null>((resolve, reject) => {
      const timer = setTimeout(() => {
        end();
        reject(
          new WorkspaceError(
            'EIO',
            `The search took longer than ${SEARCH_MS / 1000} seconds and was ended. Simplify the expression, or narrow the path.`,
          ),
        );
      }, SEARCH_MS);
      waiting.set(id, (findings) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(findings);
      });
    });
    worker.ask(id, request);
    const findings = await answer;
    return findings === null ? null : withMadeFolders(findings, request.path === '' ? made : new Set());
  };
  return {
    search(request) {
      if (isIgnoredPath(request.path) || failures >= MAX_FAILURES) return Promise.resolve(null);
      const answer = queue.then(() => run(request));
      queue = answer.catch((error) => {
        // A worker that was fed in part must not answer for the whole.
        if (!(error instanceof WorkspaceError && error.code === 'EIO')) end();
      });
      return answer;
    },
    close: end,
  };
}

/** A worker, and how files come to it. */
class Feed {
  readonly #worker: SearchWorker;
  readonly #files: CodeSearchOptions['files'];
  constructor(worker: SearchWorker, files: CodeSearchOptions['files']) {
    this.#worker = worker;
    this.#files = files;
  }

  onAnswer(listener: (answer: FromSearchWorker) => void): void {
    this.#worker.addEventListener('message', (event: MessageEvent<FromSearchWorker>) => listener(event.data));
  }

  onFailure(listener: () => void): void {
    this.#worker.addEventListener('error', listener);
  }

  async putAll(paths: readonly WorkspacePath[]): Promise<void> {
    let next = 0;
    const read = async () => {
      let batch: { path: string; content: Uint8Array }[] = [];
      for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
        // It may be gone again; its removal comes as an event.
        const content = await this.#files.readFile(path).catch(() => null);
        if (content === null) this.remove(path);
        else batch.push({ path, content });
        if (batch.length < BATCH) continue;
        this.#put(batch);
        batch = [];
      }
      this.#put(batch);
    };
    await Promise.all(Array.from({ length: Math.min(READERS, paths.length) }, read));
  }

  remove(path: string): void {
    this.#post({ type: 'remove', path });
  }

  ask(id: number, request: SearchRequest): void {
    this.#post({ type: 'search', id, request });
  }

  end(): void {
    this.#worker.terminate();
  }

  #put(files: { path: string; content: Uint8Array }[]): void {
    if (files.length === 0) return;
    const buffers = files.map(({ content }) => content.buffer).filter((buffer) => buffer instanceof ArrayBuffer);
    this.#post({ type: 'put', files }, buffers);
  }

  #post(message: ToSearchWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}

/** Every file outside the folders that are not watched; of those the ones that hold what was built are noted in `made`. */
async function allFiles(files: CodeSearchOptions['files'], made: Set<string>): Promise<WorkspacePath[]> {
  const found: WorkspacePath[] = [];
  const visit = async (folder: WorkspacePath): Promise<void> => {
    // A folder may vanish while it is listed.
    const entries = await files.readDirectory(folder).catch(() => []);
    const folders: WorkspacePath[] = [];
    for (const entry of entries) {
      // A part of a path and a name from the file system make a path.
      const path = (folder === '' ? entry.name : `${folder}/${entry.name}`) as WorkspacePath;
      if (isIgnoredPath(path)) {
        if (MADE_FOLDERS.has(entry.name)) made.add(path);
      } else if (entry.kind === 'directory') folders.push(path);
      // What a link points to has a name of its own, or is not of the project.
      else if (entry.isLink !== true) found.push(path);
    }
    await Promise.all(folders.map(visit));
  };
  await visit('' as WorkspacePath); // The project's root.
  return found;
}

function withMadeFolders(findings: SearchFindings, made: ReadonlySet<string>): SearchFindings {
  const names = [...made].sort();
  return {
    ...findings,
    skipped: [...findings.skipped, ...names.map((name) => `${name}/ (what was built; name it as the path to search it)`)],
    skippedCount: findings.skippedCount + names.length,
  };
}
