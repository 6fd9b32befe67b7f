import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash, ProjectId } from '../protocol/ids.ts';
import type { FileRecordEvent, JournalRecord } from '../protocol/journal-event.ts';
import type { Place } from '../protocol/machines/place.ts';
import type { BootListener, RuntimeService } from '../runtime/runtime-service.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { FileEvent, MountedFile, MountedLink, Runtime, Workspace, WorkspacePath } from '../runtime/types.ts';
import { wrapWorkspace } from '../runtime/wrap-workspace.ts';
import { $files, type FileEntry } from '../stores/files.ts';
import { $place } from '../stores/workbench.ts';
import { mountAndWatch } from './attach/mount-and-watch.ts';
import { readAndWatch } from './attach/read-and-watch.ts';
import type { FolderBatches } from './attach/record-folder.ts';
import { createIgnoredPaths, type IgnoredPaths } from './ignored-paths.ts';
import { inBatches } from './in-batches.ts';
import type { StoredVersion } from './known-files.ts';
import { createLazyWorkspace, createWorkspaceWhile, settledWithin } from './lazy-workspace.ts';
import type { OpenedChat } from './opened-chat.ts';
import { type ProjectIdentity, placeOf } from './project-identity.ts';
import type { AppendAll, ProjectMirror } from './project-mirror.ts';
import { createStoredWorkspace } from './stored-workspace.ts';
import { versionText } from './version-text.ts';

/** A file that differs, with its text before the run and now; for the Changes tab. */
export interface FileChange {
  path: string;
  kind: 'added' | 'modified' | 'removed';
  before: string;
  after: string;
}

/** The user's actions on the project as a whole. */
export interface ProjectActions {
  /** Reads every file after running writes have finished, without those that .gitignore excludes; null if they could not be read. */
  readProject(): Promise<readonly ProjectFile[] | null>;
}

export interface ProjectFile {
  path: string;
  content: Uint8Array;
  isExecutable?: true;
}

export interface ProjectLink {
  path: string;
  linkTo: string;
}

export interface ProjectService {
  /** Boots a fresh runtime with the files of that chat's project; null opens an empty project. */
  open(opened: OpenedChat | null, records: readonly JournalRecord[]): Promise<void>;
  /** Id of the open project, which exists before its first chat. */
  projectId(): ProjectId;
  /** Where the open project lies; null for this browser. */
  place(): Place | null;
  /** Assigns the open project to that chat: from now on changes are recorded in its journal. The runtime stays. */
  adopt(opened: OpenedChat, records: readonly JournalRecord[]): Promise<void>;
  /**
   * Like `open`, but without a runtime, because another tab has the project open or its machine is not connected. Files can be read as the
   * journal has them.
   */
  follow(opened: OpenedChat, records: readonly JournalRecord[], reason: string, why: 'elsewhere' | 'away'): Promise<void>;
  isFollowed(): boolean;
  /** A change to a followed project. */
  noteFollowed(event: FileRecordEvent): Promise<void>;
  /** Waits for the runtime. Writes by the given author are journaled first. */
  workspace(by: 'agent' | 'user'): Workspace;
  /** The user's workspace for work that may outlast the project: once the project is left, nothing is written, least of all into the next project. */
  workspaceWhile(isCurrent: () => boolean): Workspace;
  attach: BootListener;
  /** Called for each changed or removed file, whoever changed it. */
  onFileEvent(listener: (event: FileEvent) => void): void;
  markRunStart(): void;
  /** The changes since the start of the newest task, without files that .gitignore excludes. */
  changes(): Promise<FileChange[]>;
  isIgnored(path: string): boolean;
  /** The recorded versions of a file, or of all files in a folder, for `takeAll`. */
  versionsIn(path: string): readonly StoredVersion[];
  /** The file's text when the newest task began; null if the file did not exist. */
  contentBefore(path: string): Promise<string | null>;
  /** Every file of the project with its newest content, and every symbolic link. */
  contents(): Promise<(ProjectFile | ProjectLink)[]>;
  /** The files after running writes were recorded, without those that .gitignore excludes. */
  settledContents(): Promise<ProjectFile[]>;
  /** Resolves when everything written so far is recorded, or after a time limit. */
  settled(): Promise<void>;
  /** Resolves when every change known so far is in the journal. */
  recorded(): Promise<void>;
  /** Records thousands of files whose contents are already stored: first in the journal through `append`, then in the runtime. */
  takeAll(files: readonly StoredVersion[], append: AppendAll): Promise<void>;
  /** Writes files and links that the user imports, in the given order. */
  bringIn(files: readonly (ProjectFile | ProjectLink)[]): Promise<void>;
}

/** From this number of files on, the tree is rebuilt at most once per pause: one command may write 20,000 files. */
const LARGE_TREE = 1_000;
const LARGE_TREE_PAUSE_MS = 250;
const [HASH, EXCLAMATION_MARK] = [0x23, 0x21];

export interface ProjectServiceDependencies {
  runtime: RuntimeService;
  mirror: ProjectMirror;
  store: ProjectFileStore;
  identity: ProjectIdentity;
  batches: FolderBatches;
}

export function createProjectService(dependencies: ProjectServiceDependencies): ProjectService {
  const { runtime, mirror, store, identity, batches } = dependencies;
  const listeners: ((event: FileEvent) => void)[] = [];
  let folders = new Set<string>();

  const ignored = createIgnoredPaths({ files: mirror.files, baseline: mirror.baseline, read: store.read });
  const publish = () => $files.set(treeOf(mirror.files(), { baseline: mirror.baseline(), folders, isIgnored: ignored.excludes }));
  const publishSoon = atPace(publish, () => mirror.files().size);
  mirror.onChange((path) => {
    if (path.endsWith('.gitignore')) void ignored.refresh().then(publishSoon);
    publishSoon();
  });

  const onEvent = (event: FileEvent) => {
    if (event.type === 'folder-added') folders.add(event.path);
    if (event.type === 'removed')
      folders = new Set([...folders].filter((folder) => folder !== event.path && !folder.startsWith(`${event.path}/`)));
    if (event.type !== 'changed') publishSoon();
    for (const listener of listeners) listener(event);
  };
  const text = async (hash: ContentHash | undefined) => {
    return hash === undefined ? '' : versionText(hash, store.read);
  };
  const storedWorkspace = createStoredWorkspace(mirror.files, store, identity);
  /** The reason why nothing can be written or run; null if both are possible. */
  let followReason: string | null = null;
  const lazyWorkspace = createLazyWorkspace({ runtime, mirror, identity }, () =>
    followReason === null ? null : storedWorkspace(followReason),
  );
  // Between two runtimes: late reports of the old one must not be recorded for the new chat.
  const take = async (opened: OpenedChat | null, records: readonly JournalRecord[]) => {
    $place.set(identity.place());
    folders = new Set();
    await mirror.open(opened, records);
    await ignored.refresh();
    publish();
  };
  return {
    async open(opened, records) {
      identity.enter(opened?.projectId ?? null, placeOf(records));
      followReason = null;
      await runtime.restart(() => take(opened, records));
    },
    async follow(opened, records, reason, why) {
      identity.enter(opened.projectId, placeOf(records));
      followReason = reason;
      await runtime.suspend(reason, () => take(opened, records), why);
    },
    isFollowed: () => followReason !== null,
    noteFollowed: (event) => noteFollowed(event, { mirror, store, onEvent }),
    projectId: identity.projectId,
    place: identity.place,
    adopt: (opened, records) => mirror.open(opened, records),
    workspace: (by) => mirror.journaled(lazyWorkspace, by),
    workspaceWhile: (isCurrent) => mirror.journaled(createWorkspaceWhile({ runtime, identity }, isCurrent), 'user'),
    attach: ({ runtime: booted }) =>
      // The project may be another one by now than the runtime was booted for.
      booted.host !== 'machine'
        ? mountAndWatch(booted, mirror, onEvent)
        : readAndWatch(booted, { mirror, batches, isIgnored: (path) => ignored.excludes(path, false), onEvent }),
    onFileEvent: (listener) => void listeners.push(listener),
    markRunStart() {
      mirror.markRunStart();
      void ignored.refresh();
      publish();
    },
    changes: () => changesOf(mirror, ignored.isIgnored, text),
    isIgnored: ignored.isIgnored,
    versionsIn: mirror.versionsIn,
    async contentBefore(path) {
      const hash = mirror.baseline().get(path);
      return hash === undefined ? null : text(hash);
    },
    contents: () => mirror.contents(),
    settledContents: () => settledContents(followReason === null ? runtime : null, mirror, ignored),
    settled: () => settled(followReason === null ? runtime : null, mirror),
    recorded: mirror.settled,
    takeAll: (files, append) => takeAll(files, append, dependencies),
    bringIn: (files) => bringIn(files, mirror.journaled(lazyWorkspace, 'user'), { runtime, mirror }),
  };
}

/** Publishes at once while the tree is small, and at most once per pause while it is large. */
function atPace(publish: () => void, size: () => number): () => void {
  let isDue = false;
  return () => {
    if (size() < LARGE_TREE) return publish();
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      publish();
    }, LARGE_TREE_PAUSE_MS);
  };
}

async function noteFollowed(
  event: FileRecordEvent,
  { mirror, store, onEvent }: Pick<ProjectServiceDependencies, 'mirror' | 'store'> & { onEvent(event: FileEvent): void },
): Promise<void> {
  mirror.noteForeign(event);
  const isLink = event.type === 'file-changed' && linkTargetOf(event.hash) !== null;
  const content = event.type === 'file-changed' && !isLink ? await store.read(event.hash) : null;
  const path = toWorkspacePath(event.path);
  if (path === null) return;
  if (isLink) onEvent({ type: 'changed', path, isLink });
  else if (event.type === 'file-removed') onEvent({ type: 'removed', path });
  else if (content !== null) onEvent({ type: 'changed', path, content });
}

/** `runtime` is null for a project that is only read here: it has none of this page. */
async function settled(runtime: RuntimeService | null, mirror: ProjectMirror): Promise<void> {
  if (runtime !== null) await settledWithin((await runtime.ready()).runtime, mirror);
}

/** `runtime` is null if nothing can write. */
async function settledContents(runtime: RuntimeService | null, mirror: ProjectMirror, ignored: IgnoredPaths): Promise<ProjectFile[]> {
  await settled(runtime, mirror);
  await ignored.refresh();
  return (await mirror.contents()).flatMap((file) => ('content' in file && !ignored.isIgnored(file.path) ? [file] : []));
}

/** Imported files are written at their own paths, not where a link there leads: such links are removed first. */
async function takeAll(
  files: readonly StoredVersion[],
  append: AppendAll,
  { runtime, mirror, store, identity }: ProjectServiceDependencies,
): Promise<void> {
  const workspace = mirror.journaled(
    wrapWorkspace(identity, async (call) => call((await runtime.ready()).runtime)),
    'user',
  );
  for (const link of linksInTheWay(files, mirror.files())) await workspace.remove(link);
  await mirror.recordAll(files, append);
  await mountAll(files, (await runtime.ready()).runtime, store);
}

/** Links at the paths of files or of their parent folders. */
function linksInTheWay(
  files: readonly { path: string; hash: ContentHash | null }[],
  known: ReadonlyMap<string, ContentHash>,
): WorkspacePath[] {
  const found = new Set<WorkspacePath>();
  const look = (path: string) => {
    const place = linkTargetOf(known.get(path)) === null ? null : toWorkspacePath(path);
    if (place !== null) found.add(place);
  };
  for (const { path, hash } of files) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) look(path.slice(0, at));
    if (linkTargetOf(hash) === null) look(path);
  }
  return [...found];
}

async function mountAll(files: readonly StoredVersion[], runtime: Pick<Runtime, 'mount'>, store: ProjectFileStore): Promise<void> {
  for (const batch of inBatches(files, ({ size }) => size)) {
    const contents = await store.readAll(batch.map(({ hash }) => hash));
    await runtime.mount(
      batch.flatMap(({ path, hash, isExecutable }): (MountedFile | MountedLink)[] => {
        const content = contents.get(hash);
        const place = toWorkspacePath(path);
        if (content === undefined || place === null) return [];
        const linkTo = linkTargetOf(hash);
        if (linkTo !== null) return [{ path: place, linkTo }];
        return [{ path: place, content, ...(isExecutable === true ? { isExecutable } : {}) }];
      }),
    );
  }
}

/** Each file is journaled first, so that a reload finds it. Executable flags are set as a later mount of all files would set them. */
async function bringIn(
  files: readonly (ProjectFile | ProjectLink)[],
  workspace: Workspace,
  { runtime, mirror }: Pick<ProjectServiceDependencies, 'runtime' | 'mirror'>,
): Promise<void> {
  for (const file of files) {
    const { path } = file;
    const place = toWorkspacePath(path);
    if (place === null || place === '') throw new Error(`${JSON.stringify(path)} is not a path inside the project.`);
    if ('linkTo' in file) {
      await workspace.makeLink(place, file.linkTo);
      continue;
    }
    const { content, isExecutable } = file;
    const isNew = !mirror.files().has(place);
    await workspace.writeFile(place, content);
    const canRun = isExecutable === true || (isNew && content[0] === HASH && content[1] === EXCLAMATION_MARK);
    if (!canRun || linksInTheWay([{ path: place, hash: null }], mirror.files()).length > 0) continue;
    await (await runtime.ready()).runtime.mount([{ path: place, content, ...(isExecutable === true ? { isExecutable } : {}) }]);
  }
}

async function changesOf(
  mirror: ProjectMirror,
  isIgnored: (path: string) => boolean,
  text: (hash: ContentHash | undefined) => Promise<string>,
): Promise<FileChange[]> {
  const before = mirror.baseline();
  const after = mirror.files();
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changed = paths.filter((path) => before.get(path) !== after.get(path) && !isIgnored(path));
  return Promise.all(
    changed.map(async (path): Promise<FileChange> => {
      const kind = !before.has(path) ? 'added' : !after.has(path) ? 'removed' : 'modified';
      return { path, kind, before: await text(before.get(path)), after: await text(after.get(path)) };
    }),
  );
}

function treeOf(
  files: ReadonlyMap<string, ContentHash>,
  {
    baseline,
    folders,
    isIgnored,
  }: {
    baseline: ReadonlyMap<string, ContentHash>;
    folders: ReadonlySet<string>;
    isIgnored(path: string, isFolder: boolean): boolean;
  },
): ReadonlyMap<string, FileEntry> {
  const tree = new Map<string, FileEntry>();
  const add = (path: string, kind: FileEntry['kind'], change: FileEntry['change'], linkTo: string | null = null) =>
    tree.set(path, {
      kind,
      change,
      ...(isIgnored(path, kind === 'directory') ? { isIgnored: true } : {}),
      ...(linkTo === null ? {} : { linkTo }),
    });
  const addFolders = (path: string) => {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at);
      if (!tree.has(folder)) add(folder, 'directory', 'none');
    }
  };
  for (const folder of folders) {
    addFolders(folder);
    add(folder, 'directory', 'none');
  }
  for (const [path, hash] of files) {
    addFolders(path);
    const before = baseline.get(path);
    add(path, 'file', before === undefined ? 'added' : before === hash ? 'none' : 'modified', linkTargetOf(hash));
  }
  return tree;
}
