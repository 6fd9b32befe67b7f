import type { Hasher } from '../agent/ports.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { linkTargetOf, linkVersion } from '../protocol/files/file-version.ts';
import type { ChatId, ContentHash } from '../protocol/ids.ts';
import type { FileRecordEvent, JournalRecord } from '../protocol/journal-event.ts';
import { isIgnoredPath } from '../runtime/ignored-folders.ts';
import {
  type FileEvent,
  type MountedFile,
  type MountedLink,
  type PlacedContent,
  type Runtime,
  type Workspace,
  WorkspaceError,
  type WorkspacePath,
} from '../runtime/types.ts';
import { wrapWorkspace } from '../runtime/wrap-workspace.ts';
import { inBatches } from './in-batches.ts';
import { KnownFiles, type StoredVersion } from './known-files.ts';
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
  /** Every file with its newest content, and every link, sorted by path. */
  contents(): Promise<(MountedFile | MountedLink)[]>;
  /** The same a few at a time, so that the page is free in between and memory holds no second project. */
  contentBatches(): AsyncIterable<readonly (MountedFile | MountedLink)[]>;
  /** What the files were when the newest run began. */
  baseline(): ReadonlyMap<string, ContentHash>;
  markRunStart(): void;
  /** A change that another tab has journalled. */
  noteForeign(event: FileRecordEvent): void;
  /** `ended` aborts when the runtime goes: what is asked of it then is never answered. */
  onWatchEvent(event: FileEvent, runtime: Pick<Runtime, 'readUnfollowed'>, ended: AbortSignal): void;
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
  let known = new KnownFiles();
  let baseline = new Map<string, ContentHash>();
  const { enqueue, emptied } = createQueue(onError);
  const { tell, tellPath, tellEdit, ...listening } = createListeners();
  const take = (event: FileRecordEvent) => {
    known.note(event);
    tell(event);
  };
  const append = async (events: readonly FileRecordEvent[]) => {
    for (const event of events) {
      if (chat !== null) await journal.append(chat, event);
      take(event);
    }
  };
  const forgetAll = (paths: readonly string[], by: Author) => append(paths.map((path) => removal(path, by, known)));
  /** `place`: where it was until now, if it is moved; that it may be run stays so. */
  const record = async (path: string, content: PlacedContent, by: Author, place = path) => {
    if (chat === null || isIgnoredPath(path) || known.isBelowLink(path)) return;
    const before = known.versions.get(path) ?? null;
    if (!(content instanceof Uint8Array)) return append(linkEvents(path, content.linkTo, by, before));
    if (content.byteLength > LARGEST_MIRRORED_FILE) return;
    const hash = await hasher.hash(content);
    if (before === hash) return;
    const isExecutable = known.standingOf(place)?.isExecutable === true;
    const { event } = await journal.appendFile(chat, { path, content, hash, by, before, isExecutable });
    if (event.type === 'file-changed') take(event);
  };
  const forget = (path: string, by: Author) => forgetAll(known.in(path), by);
  const recordAsItIs = async (path: WorkspacePath, runtime: Pick<Runtime, 'readUnfollowed'>, ended: AbortSignal): Promise<number> => {
    const content = await Promise.race([runtime.readUnfollowed(path).catch(() => null), whenAborted(ended)]); // It may be gone again; its removal comes as an event.
    if (content === null) return 0;
    // Where it is there can be nothing below it.
    await forgetAll(known.below(path), 'runtime');
    await record(path, content, 'runtime');
    return content instanceof Uint8Array ? content.byteLength : 0;
  };
  /** What was written through here comes back as an event: it need not be read to be known, nor count as a version of its own. */
  const enqueueUnlessKnown = (path: string, content: Uint8Array, look: () => void) =>
    enqueue(async () => {
      if (known.versions.get(path) !== (await hasher.hash(content))) look();
    }).catch(() => undefined);
  const settled = () => settle(pacer, emptied);
  const enqueueEdit = <T>(work: () => Promise<T>) => enqueue(work).finally(tellEdit);

  return {
    files: () => known.versions,
    versionsIn: (path) => versionsIn(path, known),
    baseline: () => baseline,
    markRunStart: () => {
      baseline = new Map(known.versions);
    },
    async open(opened, records) {
      await settled();
      chat = opened?.chatId ?? null;
      baseline = baselineOf(records);
      known = new KnownFiles(opened === null ? [] : await store.list(opened.projectId));
    },
    contents: async () => readAll(readBatches(known, store, onError)),
    contentBatches: () => readBatches(known, store, onError),
    noteForeign(event) {
      known.note(event);
      tellPath(event.path);
    },
    onWatchEvent(event, runtime, ended) {
      const { path } = event;
      const look = () => pacer.request(path, () => enqueue(() => recordAsItIs(path, runtime, ended)).catch(() => 0));
      // Where a folder is now no file can be. Errors are reported by the queue.
      if (event.type === 'removed') enqueue(() => forget(path, 'runtime')).catch(() => undefined);
      else if (event.type === 'folder-added') enqueue(() => forgetAll(known.fileAt(path), 'runtime')).catch(() => undefined);
      else if (event.type === 'changed' && event.content !== undefined) enqueueUnlessKnown(path, event.content, look);
      else look();
    },
    journaled: (workspace, by) => journalFirst(workspace, by, { record, forget, enqueue: enqueueEdit, known: () => known }),
    recordAll: (files, appendAll) => enqueueEdit(() => recordAll(files, appendAll, { known, take })),
    ...listening,
    settled,
  };
}

function removal(path: string, by: Author, known: KnownFiles): FileRecordEvent {
  const before = known.versions.get(path);
  return { type: 'file-removed', path, by, ...(before === undefined ? {} : { before }) };
}

/** None where it is known, or nothing that could be kept. */
function linkEvents(path: string, linkTo: string, by: Author, before: ContentHash | null): FileRecordEvent[] {
  const hash = linkVersion(linkTo);
  if (hash === null || hash === before) return [];
  return [{ type: 'file-changed', path, hash, size: new TextEncoder().encode(linkTo).byteLength, by, before }];
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

function versionsIn(path: string, known: KnownFiles): readonly StoredVersion[] {
  return known.in(path).flatMap((file): StoredVersion[] => {
    const [hash, standing] = [known.versions.get(file), known.standingOf(file)];
    return hash === undefined || standing === undefined ? [] : [{ path: file, hash, ...standing }];
  });
}

interface Recorded {
  known: KnownFiles;
  take(event: FileRecordEvent): void;
}

function newVersions(files: readonly StoredVersion[], known: KnownFiles) {
  return files.flatMap((file): Extract<FileRecordEvent, { type: 'file-changed' }>[] => {
    const before = known.versions.get(file.path) ?? null;
    const isSame = before === file.hash && known.standingOf(file.path)?.isExecutable === file.isExecutable;
    return isSame ? [] : [{ type: 'file-changed', ...file, by: 'person', before }];
  });
}

async function recordAll(files: readonly StoredVersion[], append: AppendAll, { known, take }: Recorded): Promise<void> {
  const events = newVersions(files, known);
  await append(events);
  for (const event of events) take(event);
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
  record(path: string, content: PlacedContent, by: Author, place?: string): Promise<void>;
  forget(path: string, by: Author): Promise<void>;
  enqueue<T>(work: () => Promise<T>): Promise<T>;
  known(): KnownFiles;
}

/** What goes through a link that leads out of the project is no change of its files: it happens, and is in no journal. */
function journalFirst(workspace: Workspace, by: Author, { record, forget, enqueue, known }: MirrorWriter): Workspace {
  const move = async (from: string, to: string) => {
    for (const file of known().in(from)) {
      const content = await placedAt(file, workspace);
      if (content !== 'none') await record(to + file.slice(from.length), content, by, file);
    }
    await forget(from, by);
  };
  /** `note` journals it, and answers with the paths that it is about. What is refused has not happened: the journal learns what is there. */
  const journalled = async (note: () => Promise<readonly string[]>, work: () => Promise<void>) => {
    const paths = await enqueue(note);
    try {
      await work();
    } catch (error) {
      await enqueue(async () => {
        for (const path of paths) {
          // Where nobody answers what is there, the journal stays as it is.
          const content = await placedAt(path, workspace).catch(() => null);
          if (content === 'none') await forget(path, by);
          else if (content !== null) await record(path, content, by);
        }
      });
      throw error;
    }
  };
  const notePlace = async (place: string | null, note: (place: string) => Promise<void>) => {
    if (place === null) return [];
    const paths = [place, ...known().below(place)];
    await note(place);
    return paths;
  };
  return {
    ...wrapWorkspace((call) => call(workspace)),
    writeFile: (path, content) =>
      journalled(
        () => notePlace(known().writtenAt(path), (place) => record(place, content, by)),
        () => workspace.writeFile(path, content),
      ),
    makeLink: (path, linkTo) =>
      journalled(
        () => notePlace(known().replacedAt(path), (place) => record(place, { linkTo }, by)),
        () => workspace.makeLink(path, linkTo),
      ),
    remove: (path) =>
      journalled(
        () => notePlace(known().replacedAt(path), (place) => forget(place, by)),
        () => workspace.remove(path),
      ),
    rename: (from, to) =>
      journalled(
        async () => {
          const [source, target] = [known().replacedAt(from), known().replacedAt(to)];
          if (source === null || target === null) return [];
          const files = known().in(source);
          await move(source, target);
          return [...files, ...files.map((file) => target + file.slice(source.length))];
        },
        () => workspace.rename(from, to),
      ),
  };
}

const NO_FILE = new Set<unknown>(['ENOENT', 'EISDIR', 'ENOTDIR']);

/** `none`: no file and no link is there. */
function placedAt(path: string, workspace: Pick<Workspace, 'readUnfollowed'>): Promise<PlacedContent | 'none'> {
  return workspace.readUnfollowed(path as WorkspacePath).catch((error: unknown) => {
    if (error instanceof WorkspaceError && NO_FILE.has(error.code)) return 'none';
    throw error;
  });
}

async function* readBatches(
  known: KnownFiles,
  store: ProjectFileStore,
  onError: (message: string) => void,
): AsyncGenerator<readonly (MountedFile | MountedLink)[]> {
  // A journal from elsewhere may name what is behind a link: that is not the project's to write.
  const entries = [...known.versions].filter(([path]) => !known.isBelowLink(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  const batches = [...inBatches(entries, ([path]) => known.standingOf(path)?.size ?? 0)];
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
    yield batch.flatMap(([path, hash]): (MountedFile | MountedLink)[] => {
      // Only what is a path of the project has been recorded.
      const place = path as WorkspacePath;
      const linkTo = linkTargetOf(hash);
      if (linkTo !== null) return [{ path: place, linkTo }];
      const content = contents.get(hash);
      if (content === undefined) onError(`The content of ${path} is missing from this browser's storage.`);
      const mode = known.standingOf(path)?.isExecutable === true ? { isExecutable: true as const } : {};
      return content === undefined ? [] : [{ path: place, content, ...mode }];
    });
  }
}

async function readAll(batches: AsyncIterable<readonly (MountedFile | MountedLink)[]>): Promise<(MountedFile | MountedLink)[]> {
  const files: (MountedFile | MountedLink)[] = [];
  for await (const batch of batches) files.push(...batch);
  return files;
}
