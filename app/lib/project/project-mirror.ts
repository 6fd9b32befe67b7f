import type { Hasher } from '../agent/ports.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { ChatId, ContentHash } from '../protocol/ids.ts';
import type { FileRecordEvent, JournalRecord } from '../protocol/journal-event.ts';
import { isIgnoredPath } from '../runtime/ignored-folders.ts';
import type { FileEvent, MountedFile, Runtime, Workspace, WorkspacePath } from '../runtime/types.ts';
import { wrapWorkspace } from '../runtime/wrap-workspace.ts';
import { inBatches } from './in-batches.ts';
import type { OpenedChat } from './opened-chat.ts';
import { createVersionPacer } from './version-pacer.ts';

/** Larger files stay in the runtime only: they are outputs, not sources, and would fill the browser's quota. Bytes. */
const LARGEST_MIRRORED_FILE = 10 * 1024 * 1024;

type Author = 'agent' | 'person' | 'runtime';

/**
 * Keeps the journal's picture of the project's files equal to the runtime's: what tools and people write is journalled
 * *before* it reaches the runtime; what commands write is journalled as the watch reports it.
 */
export interface ProjectMirror {
  /** Newest known content of each file. */
  files(): ReadonlyMap<string, ContentHash>;
  /** Of a file, or of all files in a folder. */
  versionsIn(path: string): readonly StoredVersion[];
  /** Takes up a chat: from now on changes are journalled there. */
  open(opened: OpenedChat | null, records: readonly JournalRecord[]): Promise<void>;
  /** Every file with its newest content, sorted by path. */
  contents(): Promise<MountedFile[]>;
  /** The same a few at a time, so that the page is free in between and memory holds no second project. */
  contentBatches(): AsyncIterable<readonly MountedFile[]>;
  /** What the files were when the newest run began. */
  baseline(): ReadonlyMap<string, ContentHash>;
  markRunStart(): void;
  /** A change that another tab has journalled. */
  noteForeign(event: FileRecordEvent): void;
  /** `ended` aborts when the runtime goes: what is asked of it then is never answered. */
  onWatchEvent(event: FileEvent, runtime: Pick<Runtime, 'readFile'>, ended: AbortSignal): void;
  /** The same workspace, but a write, a removal or a renaming is in the journal before it happens. */
  journaled(workspace: Workspace, by: Author): Workspace;
  /** Files whose contents are stored, in one go: `append` has the events in the journal, all or none. What is the same already is left out. */
  recordAll(files: readonly StoredVersion[], append: AppendAll): Promise<void>;
  onChange(listener: (path: string) => void): void;
  /** A user or the agent has written, moved or removed something; what commands write does not count. */
  onEdit(listener: () => void): void;
  /** A version of a file, or its removal, has gone into the journal of the open chat. */
  onRecord(listener: (event: FileRecordEvent) => void): void;
  /** Resolves when everything reported so far is in the journal. */
  settled(): Promise<void>;
}

/** A content that the journal's store has, and whose it becomes. */
export interface StoredVersion {
  path: string;
  hash: ContentHash;
  size: number;
  isExecutable?: true;
}

export type AppendAll = (events: readonly FileRecordEvent[]) => Promise<unknown>;

export interface ProjectMirrorOptions {
  journal: JournalStore;
  store: ProjectFileStore;
  hasher: Hasher;
  now(): number;
  onError(message: string): void;
}

/** The files after the records up to the start of the newest task. A run that an answer to the agent's question began continues with one. */
function baselineOf(records: readonly JournalRecord[]): Map<string, ContentHash> {
  let isAsking = false;
  let lastRun = -1;
  for (const [index, { event }] of records.entries()) {
    if (event.type === 'run-started' && !isAsking && event.isBeside !== true) lastRun = index;
    if (event.type === 'run-started') isAsking = false;
    if (event.type === 'run-ended') isAsking = event.outcome === 'waiting_for_user';
  }
  const files = new Map<string, ContentHash>();
  for (const [index, { event }] of records.entries()) {
    if (event.type !== 'file-changed' && event.type !== 'file-removed') continue;
    // What another chat of the project did is no change of this one's task.
    if (index >= Math.max(0, lastRun) && event.isInherited !== true) continue;
    if (event.type === 'file-changed') files.set(event.path, event.hash);
    else files.delete(event.path);
  }
  return files;
}

export function createProjectMirror({ journal, store, hasher, now, onError }: ProjectMirrorOptions): ProjectMirror {
  const pacer = createVersionPacer(now);
  let chat: ChatId | null = null;
  let known = new Map<string, ContentHash>();
  let standings = new Map<string, FileStanding>();
  let baseline = new Map<string, ContentHash>();
  const { enqueue, emptied } = createQueue(onError);
  const { tell, tellPath, tellEdit, ...listening } = createListeners();
  const note = (event: FileRecordEvent) => noteFile(event, known, standings);
  /** `place`: where it was until now, if it is moved; that it may be run stays so. */
  const record = async (path: string, content: Uint8Array, by: Author, place = path) => {
    if (chat === null || isIgnoredPath(path) || content.byteLength > LARGEST_MIRRORED_FILE) return;
    const hash = await hasher.hash(content);
    if (known.get(path) === hash) return;
    const isExecutable = standings.get(place)?.isExecutable === true;
    const { event } = await journal.appendFile(chat, { path, content, hash, by, before: known.get(path) ?? null, isExecutable });
    if (event.type !== 'file-changed') return;
    note(event);
    tell(event);
  };
  const forget = async (path: string, by: Author) => {
    const gone = [...known.keys()].filter((file) => file === path || file.startsWith(`${path}/`));
    for (const file of gone) {
      const before = known.get(file);
      const removed: FileRecordEvent = { type: 'file-removed', path: file, by, ...(before === undefined ? {} : { before }) };
      if (chat !== null) await journal.append(chat, removed);
      note(removed);
      tell(removed);
    }
  };
  const recordAsItIs = async (path: WorkspacePath, runtime: Pick<Runtime, 'readFile'>, ended: AbortSignal): Promise<number> => {
    const content = await Promise.race([runtime.readFile(path).catch(() => null), whenAborted(ended)]); // It may be gone again; its removal comes as an event.
    if (content) await record(path, content, 'runtime');
    return content?.byteLength ?? 0;
  };
  /** What was written through here comes back as an event: it need not be read to be known, nor count as a version of its own. */
  const enqueueUnlessKnown = (path: string, content: Uint8Array, look: () => void) =>
    enqueue(async () => {
      if (known.get(path) !== (await hasher.hash(content))) look();
    }).catch(() => undefined);
  const settled = () => settle(pacer, emptied);
  const enqueueEdit = <T>(work: () => Promise<T>) => enqueue(work).finally(tellEdit);

  return {
    files: () => known,
    versionsIn: (path) => versionsIn(path, known, standings),
    baseline: () => baseline,
    markRunStart: () => {
      baseline = new Map(known);
    },
    async open(opened, records) {
      await settled();
      chat = opened?.chatId ?? null;
      baseline = baselineOf(records);
      const files = opened === null ? [] : await store.list(opened.projectId);
      known = new Map(files.map(({ path, hash }) => [path, hash]));
      standings = new Map(files.map(({ path, ...standing }) => [path, standing]));
    },
    contents: async () => readAll(readBatches(known, standings, store, onError)),
    contentBatches: () => readBatches(known, standings, store, onError),
    noteForeign(event) {
      note(event);
      tellPath(event.path);
    },
    onWatchEvent(event, runtime, ended) {
      const { path } = event;
      if (event.type === 'folder-added') return;
      const look = () => pacer.request(path, () => enqueue(() => recordAsItIs(path, runtime, ended)).catch(() => 0));
      // Errors are reported by the queue.
      if (event.type !== 'changed') enqueue(() => forget(path, 'runtime')).catch(() => undefined);
      else if (event.content === undefined) look();
      else enqueueUnlessKnown(path, event.content, look);
    },
    journaled: (workspace, by) => journalFirst(workspace, by, { record, forget, enqueue: enqueueEdit, files: () => [...known.keys()] }),
    recordAll: (files, append) => enqueueEdit(() => recordAll(files, append, { known, standings, note, tell })),
    ...listening,
    settled,
  };
}

function createListeners() {
  const pathListeners: ((path: string) => void)[] = [];
  const editListeners: ((nothing: undefined) => void)[] = [];
  const recordListeners: ((event: FileRecordEvent) => void)[] = [];
  const tellPath = (path: string) => callAll(pathListeners, path);
  return {
    tellPath,
    tell(event: FileRecordEvent) {
      tellPath(event.path);
      callAll(recordListeners, event);
    },
    tellEdit: () => callAll(editListeners, undefined),
    onChange: (listener: (path: string) => void) => void pathListeners.push(listener),
    onEdit: (listener: () => void) => void editListeners.push(listener),
    onRecord: (listener: (event: FileRecordEvent) => void) => void recordListeners.push(listener),
  };
}

type FileStanding = Pick<StoredVersion, 'size' | 'isExecutable'>;

function versionsIn(
  path: string,
  known: ReadonlyMap<string, ContentHash>,
  standings: ReadonlyMap<string, FileStanding>,
): readonly StoredVersion[] {
  return [...known].flatMap(([file, hash]): StoredVersion[] => {
    const standing = standings.get(file);
    if (standing === undefined || (file !== path && !file.startsWith(`${path}/`))) return [];
    return [{ path: file, hash, size: standing.size, ...(standing.isExecutable === true ? { isExecutable: true } : {}) }];
  });
}

function noteFile(event: FileRecordEvent, known: Map<string, ContentHash>, standings: Map<string, FileStanding>): void {
  if (event.type === 'file-changed') {
    known.set(event.path, event.hash);
    const { size, isExecutable } = event;
    standings.set(event.path, { size, ...(isExecutable === true ? { isExecutable } : {}) });
  } else {
    known.delete(event.path);
    standings.delete(event.path);
  }
}

interface Recorded {
  known: ReadonlyMap<string, ContentHash>;
  standings: ReadonlyMap<string, FileStanding>;
  note(event: FileRecordEvent): void;
  tell(event: FileRecordEvent): void;
}

function newVersions(files: readonly StoredVersion[], { known, standings }: Recorded) {
  return files.flatMap((file): Extract<FileRecordEvent, { type: 'file-changed' }>[] => {
    const before = known.get(file.path) ?? null;
    const isSame = before === file.hash && standings.get(file.path)?.isExecutable === file.isExecutable;
    return isSame ? [] : [{ type: 'file-changed', ...file, by: 'person', before }];
  });
}

async function recordAll(files: readonly StoredVersion[], append: AppendAll, recorded: Recorded): Promise<void> {
  const events = newVersions(files, recorded);
  await append(events);
  for (const event of events) {
    recorded.note(event);
    recorded.tell(event);
  }
}

/** One after the other, so that the journal's order is the order in which things were reported. */
function createQueue(onError: (message: string) => void): { enqueue<T>(work: () => Promise<T>): Promise<T>; emptied(): Promise<void> } {
  let queue: Promise<void> = Promise.resolve();
  return {
    enqueue(work) {
      const result = queue.then(work);
      queue = result.then(
        () => undefined,
        (error) => onError(`A file's version could not be kept: ${errorMessage(error)}`),
      );
      return result;
    },
    emptied: () => queue,
  };
}

async function settle(pacer: { flush(): void }, emptied: () => Promise<void>): Promise<void> {
  pacer.flush();
  await emptied();
  // What was compared in the queue may have asked for more.
  pacer.flush();
  await emptied();
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

function callAll<Value>(listeners: readonly ((value: Value) => void)[], value: Value): void {
  for (const listener of listeners) listener(value);
}

interface MirrorWriter {
  record(path: string, content: Uint8Array, by: Author, place?: string): Promise<void>;
  forget(path: string, by: Author): Promise<void>;
  enqueue<T>(work: () => Promise<T>): Promise<T>;
  files(): string[];
}

function journalFirst(workspace: Workspace, by: Author, { record, forget, enqueue, files }: MirrorWriter): Workspace {
  const move = async (from: WorkspacePath, to: WorkspacePath) => {
    const moved = files().filter((file) => file === from || file.startsWith(`${from}/`));
    for (const file of moved) await record(to + file.slice(from.length), await workspace.readFile(file as WorkspacePath), by, file);
    await forget(from, by);
  };
  return {
    ...wrapWorkspace((call) => call(workspace)),
    async writeFile(path, content) {
      await enqueue(() => record(path, content, by));
      await workspace.writeFile(path, content);
    },
    async remove(path) {
      await enqueue(() => forget(path, by));
      await workspace.remove(path);
    },
    async rename(from, to) {
      await enqueue(() => move(from, to));
      await workspace.rename(from, to);
    },
  };
}

async function* readBatches(
  known: ReadonlyMap<string, ContentHash>,
  standings: ReadonlyMap<string, FileStanding>,
  store: ProjectFileStore,
  onError: (message: string) => void,
): AsyncGenerator<readonly MountedFile[]> {
  const entries = [...known].sort(([a], [b]) => (a < b ? -1 : 1));
  const batches = [...inBatches(entries, ([path]) => standings.get(path)?.size ?? 0)];
  const read = (batch: (typeof batches)[number] | undefined) => {
    const reading = store.readAll(batch?.map(([, hash]) => hash) ?? []);
    reading.catch(() => undefined); // Whoever gets that far hears of it.
    return reading;
  };
  let reading = read(batches[0]);
  for (const [index, batch] of batches.entries()) {
    const contents = await reading;
    // While one batch is used the next one is read.
    reading = read(batches[index + 1]);
    yield batch.flatMap(([path, hash]): MountedFile[] => {
      const content = contents.get(hash);
      if (content === undefined) onError(`The content of ${path} is missing from this browser's storage.`);
      // Only what is a path of the project has been recorded.
      const place = path as WorkspacePath;
      const mode = standings.get(path)?.isExecutable === true ? { isExecutable: true as const } : {};
      return content === undefined ? [] : [{ path: place, content, ...mode }];
    });
  }
}

async function readAll(batches: AsyncIterable<readonly MountedFile[]>): Promise<MountedFile[]> {
  const files: MountedFile[] = [];
  for await (const batch of batches) files.push(...batch);
  return files;
}
