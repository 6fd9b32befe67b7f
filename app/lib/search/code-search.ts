import type { FoundInProject } from '../protocol/project-facts/found-in-project.ts';
import { isIgnoredPath } from '../runtime/ignored-folders.ts';
import type { CodeSearch, SearchedFiles } from '../runtime/project-search.ts';
import {
  type FileEvent,
  type FindRequest,
  type SearchFindings,
  type SearchRequest,
  WorkspaceError,
  type WorkspacePath,
} from '../runtime/types.ts';
import type { FromSearchWorker, ToSearchWorker } from './search-messages.ts';

/** The part of Worker that is used. */
export type SearchWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

export interface CodeSearchOptions {
  files: SearchedFiles;
  createWorker(): SearchWorker;
}

/** A longer search is ended together with its worker, since an expression can run without end. */
const SEARCH_MS = 5_000;
const TOO_LONG = `The search took longer than ${SEARCH_MS / 1000} seconds and was ended. Simplify the expression, or narrow the path.`;
/** After this many worker failures, the search stays unavailable. */
const MAX_FAILURES = 2;
/** Maximum number of concurrent reads. */
const READERS = 32;
/** Number of files per message to the worker. */
const BATCH = 100;

/** Folders of generated files; they are not watched and therefore not indexed. */
const MADE_FOLDERS = new Set(['dist', '.cache', '.vite']);

/**
 * Keeps the project's text in a worker, which is filled at the first search and then updated from the runtime's file watch. The page only
 * forwards bytes.
 */
export function createCodeSearch({ files, createWorker }: CodeSearchOptions): CodeSearch {
  const stale = new Set<WorkspacePath>();
  const made = new Set<string>();
  let feed: Feed | null = null;
  let unwatch: () => void = () => undefined;
  let failures = 0;
  const onEvent = (event: FileEvent) => {
    if (event.type === 'changed' && event.isLink !== true) stale.add(event.path);
    // A link's target has its own name or is outside the project. The content of a new folder follows in separate events.
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
    // Watch only from the first search, so that opening a project does not read every file; but before listing, so that no file is missed.
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
  /** Runs requests one at a time; each sees the state at its turn. */
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <Answer>(work: () => Promise<Answer | null>): Promise<Answer | null> => {
    if (failures >= MAX_FAILURES) return Promise.resolve(null);
    const answer = queue.then(work);
    // A worker that hangs or is only partly filled must not answer for the whole project.
    queue = answer.catch(end);
    return answer;
  };
  return {
    search: (request) => (isIgnoredPath(request.path) ? Promise.resolve(null) : inTurn(() => run(request))),
    findAll: (request) => inTurn(async () => (await current()).findAll(request)),
    close: end,
  };
}

/** A worker, the files sent to it, and its requests. */
class Feed {
  readonly #worker: SearchWorker;
  readonly #files: CodeSearchOptions['files'];
  /** The callback of the current request. */
  #answer: ((answer: FromSearchWorker | null) => void) | null = null;
  #hasEnded = false;

  /** `onFailure` is called if the worker's script did not load or it ran out of memory. */
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
        // The file may have been deleted; its removal arrives as an event.
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

  /** One request at a time. Resolves with null if the worker has ended; the caller then reads the files one by one. */
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

/** Returns every file outside the unwatched folders; unwatched folders with build output are added to `made`. */
async function allFiles(files: CodeSearchOptions['files'], made: Set<string>): Promise<WorkspacePath[]> {
  const found: WorkspacePath[] = [];
  const visit = async (folder: WorkspacePath): Promise<void> => {
    // A folder may be deleted while it is listed.
    const entries = await files.readDirectory(folder).catch(() => []);
    const folders: WorkspacePath[] = [];
    for (const entry of entries) {
      // A path and an entry name of the file system form a path.
      const path = (folder === '' ? entry.name : `${folder}/${entry.name}`) as WorkspacePath;
      if (isIgnoredPath(path)) {
        if (MADE_FOLDERS.has(entry.name)) made.add(path);
      } else if (entry.kind === 'directory') folders.push(path);
      // A link's target has its own name or is outside the project.
      else if (entry.isLink !== true) found.push(path);
    }
    await Promise.all(folders.map(visit));
  };
  await visit('' as WorkspacePath); // The project root.
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
