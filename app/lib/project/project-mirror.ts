import type { Hasher } from '../agent/contract/ports.ts';
import { t } from '../i18n/t.ts';
import type { ContentFinder, MissingContent } from '../persistence/contents/find-contents.ts';
import type { AppendedFile, JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { linkTargetOf, linkVersion } from '../protocol/files/file-version.ts';
import type { ChatId, ContentHash, ProjectId } from '../protocol/ids.ts';
import type { FileRecordEvent, JournalRecord } from '../protocol/journal-event.ts';
import { isIgnoredPath } from '../runtime/ignored-folders.ts';
import type { FileEvent, MountedFile, MountedLink, PlacedContent, Runtime, Workspace, WorkspacePath } from '../runtime/types.ts';
import { type FolderBatches, type FoundFile, noteChange, recordFolder } from './attach/record-folder.ts';
import { inBatches } from './in-batches.ts';
import { type Author, createIntents, journalFirst, type MirrorWriter } from './journal-first.ts';
import { KnownFiles, type StoredVersion } from './known-files.ts';
import { missingFilesText } from './missing-files.ts';
import type { OpenedChat } from './opened-chat.ts';
import { OutgrownFiles } from './outgrown-files.ts';
import { taskStarts } from './task-starts.ts';
import { createVersionPacer, type VersionPacer } from './version-pacer.ts';

/** Larger files stay only in the runtime: they are outputs rather than sources and would fill the browser's quota. In bytes. */
export const LARGEST_MIRRORED_FILE = 10 * 1024 * 1024;

/**
 * Keeps the journal's record of the project's files equal to the runtime. A write by a tool or the user is journaled *before* it
 * reaches the runtime; a write by a command is journaled when the watch reports it.
 */
export interface ProjectMirror {
  /** Newest known content of each file. */
  files(): ReadonlyMap<string, ContentHash>;
  /** Versions of a file, or of all files in a folder. */
  versionsIn(path: string): readonly StoredVersion[];
  /** Switches to a chat: from now on changes are recorded in its journal. */
  open(opened: OpenedChat | null, records: readonly JournalRecord[]): Promise<void>;
  /** Every file with its newest content, and every link, sorted by path. */
  contents(): Promise<(MountedFile | MountedLink)[]>;
  /** `contents` in batches, so that the page stays responsive and memory does not hold a second copy of the project. */
  contentBatches(): AsyncIterable<readonly (MountedFile | MountedLink)[]>;
  /** The files as they were when the newest run began. */
  baseline(): ReadonlyMap<string, ContentHash>;
  markRunStart(): void;
  /** A change that another tab has journalled. */
  noteForeign(event: FileRecordEvent): void;
  /** `ended` aborts when the runtime ends: requests to it are then never answered. */
  onWatchEvent(event: FileEvent, runtime: WatchedFiles, ended: AbortSignal): void;
  /** The same workspace, but writes, removals and renames are journaled before they happen. */
  journaled(workspace: Workspace, by: Author): Workspace;
  /** Records files whose contents are already stored. `append` writes all events to the journal or none. Unchanged files are left out. */
  recordAll(files: readonly StoredVersion[], append: AppendAll): Promise<void>;
  /** Records the files of a real machine's folder as they are, which may differ from the journal. Needs an open chat. */
  recordFolder(files: AsyncIterable<FoundFile>, batches: FolderBatches): Promise<void>;
  onChange(listener: (path: string) => void): void;
  /** Calls back when the user or the agent has written, moved or removed something. Changes by commands do not count. */
  onEdit(listener: () => void): void;
  /** Calls back when a file version or a removal was recorded in the open chat's journal. */
  onRecord(listener: (event: FileRecordEvent) => void): void;
  /** Calls back when a file has become too large to be kept; again only after it has been small enough in between. */
  onOutgrown(listener: (path: string) => void): void;
  /** Resolves when everything reported so far is in the journal. */
  settled(): Promise<void>;
}

type WatchedFiles = Pick<Runtime, 'readUnfollowed' | 'readDirectory'>;

export type AppendAll = (events: readonly FileRecordEvent[]) => Promise<unknown>;

export interface ProjectMirrorOptions {
  journal: JournalStore;
  store: ProjectFileStore;
  hasher: Hasher;
  now(): number;
  onError(message: string): void;
  /** Looks elsewhere for contents that are not stored. */
  findMissing?: ContentFinder['find'];
}

/** The files at the start of the newest task. */
function baselineOf(records: readonly JournalRecord[]): Map<string, ContentHash> {
  const lastRun = taskStarts(records).at(-1) ?? -1;
  const files = new Map<string, ContentHash>();
  for (const [index, { event }] of records.entries()) {
    if (event.type !== 'file-changed' && event.type !== 'file-removed') continue;
    // Changes made by another chat of the project do not belong to this chat's task.
    if (index >= Math.max(0, lastRun) && event.isInherited !== true) continue;
    noteChange(files, event);
  }
  return files;
}

export function createProjectMirror({ journal, store, hasher, now, onError, findMissing }: ProjectMirrorOptions): ProjectMirror {
  const pacer = createVersionPacer(now);
  const intents = createIntents();
  const outgrown = new OutgrownFiles(now);
  let chat: ChatId | null = null;
  let project: ProjectId | null = null;
  let known = new KnownFiles();
  let baseline = new Map<string, ContentHash>();
  const { enqueue, emptied } = createQueue(onError);
  const { tell, tellPath, tellEdit, tellOutgrown, ...listening } = createListeners();
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
  /** `place`: the old path of a moved file, which keeps its executable flag. */
  const record = async (path: string, content: PlacedContent, by: Author, place = path) => {
    if (chat === null || isIgnoredPath(path) || known.isBelowLink(path)) return;
    const before = known.versions.get(path) ?? null;
    // A file at this path means that nothing is below it, and that everything above it is a folder.
    await forgetAll([...known.below(path), ...known.above(path)], by);
    if (!(content instanceof Uint8Array)) return append(linkEvents(path, content.linkTo, by, before));
    if (content.byteLength > LARGEST_MIRRORED_FILE) return outgrow(path, by);
    outgrown.forget(path);
    const hash = await hasher.hash(content);
    if (before !== hash)
      await keep(chat, { path, content, hash, by, before, isExecutable: known.standingOf(place)?.isExecutable === true });
  };
  const keep = async (into: ChatId, file: AppendedFile) => {
    const { event } = await journal.appendFile(into, file);
    if (event.type === 'file-changed') take(event);
  };
  const outgrow = async (path: string, by: Author) => {
    const whole = by === 'runtime' ? await outgrown.lastWhole(path, known, store.read) : 'same';
    if (whole === 'none') await forgetAll(known.fileAt(path), by);
    else if (whole !== 'same' && chat !== null) await keep(chat, { path, ...whole, by, before: known.versions.get(path) ?? null });
    if (outgrown.isNews(path)) tellOutgrown(path);
  };
  const onWatchEvent = createWatchEvents({ record, forgetAll, enqueue, known: () => known, intents, hasher, pacer, outgrown });
  const find = async (missing: readonly MissingContent[]) =>
    (project === null ? null : await findMissing?.(missing, project).catch(() => null)) ?? new Map<ContentHash, Uint8Array>();
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
      project = opened?.projectId ?? null;
      outgrown.clear();
      baseline = baselineOf(records);
      known = new KnownFiles(opened === null ? [] : await store.list(opened.projectId));
    },
    contents: async () => readAll(readBatches(known, store, { find, onError })),
    contentBatches: () => readBatches(known, store, { find, onError }),
    noteForeign(event) {
      known.note(event);
      tellPath(event.path);
    },
    onWatchEvent,
    journaled: (workspace, by) => journalFirst(workspace, by, { record, forgetAll, enqueue: enqueueEdit, known: () => known, intents }),
    // Not in the queue: it comes before all other changes, and its caller reports why it failed.
    recordFolder: (files, batches) => recordFolder(files, { chat, known, baseline, hasher, batches, take }),
    recordAll: (files, appendAll) => enqueueEdit(() => recordAll(files, appendAll, { known, take })),
    ...listening,
    settled,
  };
}

/** Reads what is in the places that the watch has reported, for the journal. */
function createLooks({ record, forgetAll, known, intents }: Omit<MirrorWriter, 'enqueue'>) {
  const recordAsItIs = async (path: WorkspacePath, runtime: WatchedFiles, ended: AbortSignal): Promise<number> => {
    const content = await whileThere(runtime.readUnfollowed(path), ended);
    if (content === null) return 0;
    await record(path, content, 'runtime');
    return content instanceof Uint8Array ? content.byteLength : 0;
  };
  /**
   * Forgets the files that a new folder has replaced: a file of the same name and, if it took the place of another folder, the files of
   * that folder.
   */
  const forgetReplaced = async (folder: WorkspacePath, runtime: WatchedFiles, ended: AbortSignal) => {
    await forgetAll(known().fileAt(folder), 'runtime');
    const below = known().below(folder);
    const entries = below.length === 0 ? null : await whileThere(runtime.readDirectory(folder), ended);
    if (entries === null) return;
    const names = new Set(entries.map(({ name }) => name));
    const missing = below.filter((path) => !names.has(path.slice(folder.length + 1).replace(/\/.*/s, '')));
    await forgetAll(intents.without(missing), 'runtime');
  };
  return { recordAsItIs, forgetReplaced };
}

interface WatchedWriter extends MirrorWriter {
  hasher: Hasher;
  pacer: VersionPacer;
  outgrown: OutgrownFiles;
}

/** Records watch events in the journal. The queue reports errors. */
function createWatchEvents({ record, forgetAll, enqueue, known, intents, hasher, pacer, outgrown }: WatchedWriter) {
  const { recordAsItIs, forgetReplaced } = createLooks({ record, forgetAll, known, intents });
  /** A write made through this mirror comes back as an event. Its content is known, so it is not read and makes no new version. */
  const enqueueUnlessKnown = (path: string, content: Uint8Array, look: () => void) =>
    enqueue(async () => {
      if (known().versions.get(path) !== (await hasher.hash(content))) look();
    }).catch(() => undefined);
  return (event: FileEvent, runtime: WatchedFiles, ended: AbortSignal): void => {
    const { path } = event;
    const look = () => pacer.request(path, () => enqueue(() => recordAsItIs(path, runtime, ended)).catch(() => 0));
    if (event.type === 'removed') enqueue(() => forgetAll(known().in(path), 'runtime')).catch(() => undefined);
    else if (event.type === 'folder-added') enqueue(() => forgetReplaced(path, runtime, ended)).catch(() => undefined);
    else if (event.type === 'changed' && event.content !== undefined) enqueueUnlessKnown(path, event.content, look);
    else {
      outgrown.noteWrite(path, known());
      look();
    }
  };
}

function removal(path: string, by: Author, known: KnownFiles): FileRecordEvent {
  const before = known.versions.get(path);
  return { type: 'file-removed', path, by, ...(before === undefined ? {} : { before }) };
}

/** No event if the link is unchanged or cannot be recorded. */
function linkEvents(path: string, linkTo: string, by: Author, before: ContentHash | null): FileRecordEvent[] {
  const hash = linkVersion(linkTo);
  if (hash === null || hash === before) return [];
  return [{ type: 'file-changed', path, hash, size: new TextEncoder().encode(linkTo).byteLength, by, before }];
}

function createListeners() {
  const pathListeners: ((path: string) => void)[] = [];
  const editListeners: ((nothing: undefined) => void)[] = [];
  const recordListeners: ((event: FileRecordEvent) => void)[] = [];
  const outgrownListeners: ((path: string) => void)[] = [];
  const tellPath = (path: string) => callAll(pathListeners, path);
  return {
    tellPath,
    tell(event: FileRecordEvent) {
      tellPath(event.path);
      callAll(recordListeners, event);
    },
    tellOutgrown: (path: string) => callAll(outgrownListeners, path),
    tellEdit: () => callAll(editListeners, undefined),
    onChange: (listener: (path: string) => void) => void pathListeners.push(listener),
    onEdit: (listener: () => void) => void editListeners.push(listener),
    onRecord: (listener: (event: FileRecordEvent) => void) => void recordListeners.push(listener),
    onOutgrown: (listener: (path: string) => void) => void outgrownListeners.push(listener),
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
    return isSame ? [] : [{ type: 'file-changed', ...file, by: 'user', before }];
  });
}

async function recordAll(files: readonly StoredVersion[], append: AppendAll, { known, take }: Recorded): Promise<void> {
  const events = newVersions(files, known);
  await append(events);
  for (const event of events) take(event);
}

/** Runs one task after another, so that the journal keeps the order in which changes were reported. */
function createQueue(onError: (message: string) => void): { enqueue<T>(work: () => Promise<T>): Promise<T>; emptied(): Promise<void> } {
  let queue: Promise<void> = Promise.resolve();
  return {
    enqueue(work) {
      const result = queue.then(work);
      queue = result.then(
        () => undefined,
        (error) => onError(t("A file's version could not be kept: {error}", { error: errorMessage(error) })),
      );
      return result;
    },
    emptied: () => queue,
  };
}

async function settle(pacer: { flush(): void }, emptied: () => Promise<void>): Promise<void> {
  pacer.flush();
  await emptied();
  // Comparisons in the queue may have requested more versions.
  pacer.flush();
  await emptied();
}

/** Returns null if the runtime has ended, or if the file is gone again: its removal arrives as a separate event. */
async function whileThere<Answer>(answer: Promise<Answer>, ended: AbortSignal): Promise<Answer | null> {
  // The signal lives as long as the runtime and is used for each file change: the listener must be removed, or they pile up.
  const asked = new AbortController();
  const whenEnded = new Promise<null>((resolve) => {
    if (ended.aborted) resolve(null);
    ended.addEventListener('abort', () => resolve(null), { once: true, signal: asked.signal });
  });
  try {
    return await Promise.race([answer.catch(() => null), whenEnded]);
  } finally {
    asked.abort();
  }
}

function callAll<Value>(listeners: readonly ((value: Value) => void)[], value: Value): void {
  for (const listener of listeners) listener(value);
}

function isPlace(path: string): boolean {
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

async function* readBatches(
  known: KnownFiles,
  store: ProjectFileStore,
  {
    find,
    onError,
  }: { find(missing: readonly MissingContent[]): Promise<ReadonlyMap<ContentHash, Uint8Array>> } & Pick<ProjectMirrorOptions, 'onError'>,
): AsyncGenerator<readonly (MountedFile | MountedLink)[]> {
  // A journal from elsewhere may contain paths behind a link or outside the project. They are not the project's files and cannot be mounted.
  const entries = [...known.versions].filter(([path]) => isPlace(path) && !known.isBelowLink(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  const batches = [...inBatches(entries, ([path]) => known.standingOf(path)?.size ?? 0)];
  const read = (batch: (typeof batches)[number] | undefined) => {
    const reading = store.readAll(batch?.map(([, hash]) => hash) ?? []);
    reading.catch(() => undefined); // The error is handled where the batch is awaited.
    return reading;
  };
  let reading = read(batches[0]);
  const lost: string[] = [];
  for (const [index, batch] of batches.entries()) {
    const contents = await reading;
    // The next batch is read while this one is used.
    reading = read(batches[index + 1]);
    const missing = batch
      .filter(([, hash]) => !contents.has(hash) && linkTargetOf(hash) === null)
      .map(([path, hash]): MissingContent => ({ path, hash, size: known.standingOf(path)?.size ?? 0 }));
    const found = missing.length === 0 ? contents : await find(missing);
    lost.push(...missing.filter(({ hash }) => !found.has(hash)).map(({ path }) => path));
    yield batch.flatMap(([path, hash]): (MountedFile | MountedLink)[] => {
      // Only paths inside the project have been recorded.
      const place = path as WorkspacePath;
      const linkTo = linkTargetOf(hash);
      if (linkTo !== null) return [{ path: place, linkTo }];
      const content = contents.get(hash) ?? found.get(hash);
      const mode = known.standingOf(path)?.isExecutable === true ? { isExecutable: true as const } : {};
      return content === undefined ? [] : [{ path: place, content, ...mode }];
    });
  }
  if (lost.length > 0) onError(missingFilesText(lost));
}

async function readAll(batches: AsyncIterable<readonly (MountedFile | MountedLink)[]>): Promise<(MountedFile | MountedLink)[]> {
  const files: (MountedFile | MountedLink)[] = [];
  for await (const batch of batches) files.push(...batch);
  return files;
}
