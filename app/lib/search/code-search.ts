import { isIgnoredPath } from '../runtime/ignored-folders.ts';
import type { CodeSearch, SearchedFiles } from '../runtime/project-search.ts';
import {
  type FileEvent,
  type FindRequest,
  type FoundInProject,
  type SearchFindings,
  type SearchRequest,
  WorkspaceError,
  type WorkspacePath,
} from '../runtime/types.ts';
import type { FromSearchWorker, ToSearchWorker } from './search-messages.ts';

/** As much of a Worker as is used. */
export type SearchWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

export interface CodeSearchOptions {
  files: SearchedFiles;
  createWorker(): SearchWorker;
}

/** A search that takes longer is ended with its worker: an expression can run without end. */
const SEARCH_MS = 5_000;
const TOO_LONG = `The search took longer than ${SEARCH_MS / 1000} seconds and was ended. Simplify the expression, or narrow the path.`;
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
  const made = new Set<string>();
  let feed: Feed | null = null;
  let unwatch: () => void = () => undefined;
  let failures = 0;
  const onEvent = (event: FileEvent) => {
    if (event.type === 'changed' && event.isLink !== true) stale.add(event.path);
    // What a link leads to has a name of its own, or is not of the project. What is in a folder that has appeared follows.
    else {
      for (const path of stale) if (path === event.path || path.startsWith(`${event.path}/`)) stale.delete(path);
      feed?.remove(event.path);
    }
  };
  const end = () => {
    unwatch();
    feed?.end();
    feed = null;
    stale.clear();
  };
  const ready = async (): Promise<Feed> => {
    if (feed !== null) return feed;
    const started = new Feed(createWorker(), files, () => {
      failures++;
      end();
    });
    feed = started;
    // Not before the first search: a project that is opened would be looked at file by file. Before the files are listed: none is missed.
    unwatch = files.watchFiles(onEvent);
    made.clear();
    await started.putAll(await allFiles(files, made));
    return started;
  };
  const current = async (): Promise<Feed> => {
    const worker = await ready();
    await files.watchSettled();
    const changed = [...stale];
    stale.clear();
    await worker.putAll(changed);
    return worker;
  };
  const run = async (request: SearchRequest): Promise<SearchFindings | null> => {
    const findings = await (await current()).search(request);
    return findings === null ? null : withMadeFolders(findings, request.path === '' ? made : new Set());
  };
  /** One after the other: a search sees what was known when its turn came. */
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <Answer>(work: () => Promise<Answer | null>): Promise<Answer | null> => {
    if (failures >= MAX_FAILURES) return Promise.resolve(null);
    const answer = queue.then(work);
    // A worker that hangs, or that was fed in part, must not answer for the whole.
    queue = answer.catch(end);
    return answer;
  };
  return {
    search: (request) => (isIgnoredPath(request.path) ? Promise.resolve(null) : inTurn(() => run(request))),
    findAll: (request) => inTurn(async () => (await current()).findAll(request)),
    close: end,
  };
}

/** A worker, how files come to it, and what it is asked. */
class Feed {
  readonly #worker: SearchWorker;
  readonly #files: CodeSearchOptions['files'];
  /** Of the search that is under way. */
  #answer: ((answer: FromSearchWorker | null) => void) | null = null;
  #hasEnded = false;

  /** `onFailure`: its script did not load, or it ran out of memory. */
  constructor(worker: SearchWorker, files: CodeSearchOptions['files'], onFailure: () => void) {
    this.#worker = worker;
    this.#files = files;
    worker.addEventListener('message', ({ data }: MessageEvent<FromSearchWorker>) => this.#answer?.(data));
    worker.addEventListener('error', onFailure);
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

  /** One at a time. null: the worker has gone; who asks reads the files one by one. */
  async search(request: SearchRequest): Promise<SearchFindings | null> {
    const answer = await this.#ask({ type: 'search', request });
    return answer?.type === 'findings' ? answer.findings : null;
  }

  async findAll(request: FindRequest): Promise<FoundInProject | null> {
    const answer = await this.#ask({ type: 'find-all', request });
    return answer?.type === 'found' ? answer.found : null;
  }

  #ask(question: ToSearchWorker): Promise<FromSearchWorker | null> {
    if (this.#hasEnded) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new WorkspaceError('EIO', TOO_LONG)), SEARCH_MS);
      this.#answer = (answer) => {
        clearTimeout(timer);
        this.#answer = null;
        resolve(answer);
      };
      this.#post(question);
    });
  }

  end(): void {
    this.#hasEnded = true;
    this.#answer?.(null);
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
