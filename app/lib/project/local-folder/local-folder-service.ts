import type { Clock, Hasher } from '../../agent/contract/ports.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { ConnectedFolder, FolderStore } from '../../persistence/folder-store.ts';
import type { ProjectFileStore } from '../../persistence/project-file-store.ts';
import type { ContentHash, ProjectId } from '../../protocol/ids.ts';
import { $openFiles } from '../../stores/files.ts';
import { $folderConflict, $isFolderShown, $localFolder, type FolderConflict } from '../../stores/local-folder.ts';
import { $projects } from '../../stores/projects.ts';
import type { ProjectMirror } from '../project-mirror.ts';
import type { ProjectService } from '../project-service.ts';
import { agreementsInMemory } from './agreements-in-memory.ts';
import { createDiskSide, type DiskSide } from './disk-side.ts';
import { createFolderSync, type FolderSync } from './folder-sync.ts';
import { keepDiskVersion } from './keep-disk-version.ts';
import { createProjectSide } from './project-side.ts';
import { seenBefore } from './seen-before.ts';
import { syncScope } from './sync-scope.ts';
import type { SideName, SyncSide } from './sync-side.ts';
import { type FolderWatch, type PageSight, watchFolder } from './watch-folder.ts';
import { withoutLinks } from './without-links.ts';

interface ConnectOptions {
  /** Also synchronise files that .gitignore excludes. */
  withIgnored: boolean;
  isBroughtIn: boolean;
}

/** The user's actions on the folder connected to the open project. No method rejects. */
export interface LocalFolderActions {
  /** The name of the project that the folder is already connected to; null if there is none. */
  projectOfFolder(folder: FileSystemDirectoryHandle): Promise<string | null>;
  /**
   * Connects the open project and the folder from now on. Must be called from a click, because the browser may ask for
   * permission. `isBroughtIn`: the project was imported from that folder a moment ago.
   */
  connectFolder(folder: FileSystemDirectoryHandle, options: ConnectOptions): Promise<void>;
  /** Asks for the browser's permission again. Must be called from a click. */
  reconnectFolder(): Promise<void>;
  /** Disconnects the folder; deletes nothing on either side. */
  disconnectFolder(): Promise<void>;
  /** Sets which version of the conflicting files to keep. */
  keepVersions(conflicts: readonly FolderConflict[], keep: SideName): Promise<void>;
  /** Decides about the many files that are missing on one side: delete them on the other side too, or restore them. */
  answerDeletions(from: SideName, answer: 'delete' | 'bring-back'): Promise<void>;
  /** Loads both versions of a conflicting file into `$folderConflict`. */
  showFolderConflict(conflict: FolderConflict): Promise<void>;
  /** Compares both sides now. */
  compareFolder(): Promise<void>;
}

export interface LocalFolderService extends LocalFolderActions {
  /** This tab has opened the project. */
  enter(projectId: ProjectId): void;
  /** This tab has left the project. */
  leave(): void;
}

export interface LocalFolderDependencies {
  store: FolderStore;
  project: Pick<ProjectService, 'workspaceWhile'>;
  mirror: Pick<ProjectMirror, 'files' | 'onChange'>;
  files: Pick<ProjectFileStore, 'read'>;
  notices: Pick<NoticeService, 'error' | 'info' | 'dismiss' | 'guard'>;
  hasher: Hasher;
  clock: Pick<Clock, 'now' | 'after'>;
  locks: Pick<LockManager, 'request'>;
  sight: PageSight;
  /** The global object that has the browser's classes. */
  scope: object;
}

/** A connected folder and its project, while this tab has the project open. */
interface Connection {
  sync: FolderSync;
  watch: FolderWatch;
  sides: { project: SyncSide; disk: DiskSide };
}

/** Missing from TypeScript's types, because only some browsers have it. */
interface AskableHandle {
  queryPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
}

export function createLocalFolderService(dependencies: LocalFolderDependencies): LocalFolderService {
  return new Service(dependencies);
}

class Service implements LocalFolderService {
  readonly #dependencies: LocalFolderDependencies;
  /** The project that this tab has open. */
  #projectId: ProjectId | null = null;
  #folder: ConnectedFolder | null = null;
  #connection: Connection | null = null;
  /** Counts the calls of `enter`: work that began for an earlier project must do nothing more. */
  #serial = 0;
  /** The notice that asks the user to act. */
  #said: number | null = null;

  constructor(dependencies: LocalFolderDependencies) {
    this.#dependencies = dependencies;
    dependencies.mirror.onChange(() => this.#connection?.sync.request());
  }

  enter(projectId: ProjectId): void {
    this.leave();
    this.#projectId = projectId;
    const serial = this.#serial;
    void this.#dependencies.notices.guard(t('The folder of this project could not be found'), async () => {
      const folder = await this.#dependencies.store.load(projectId);
      if (folder !== null && serial === this.#serial) await this.#resume(folder);
    });
  }

  leave(): void {
    this.#serial++;
    this.#projectId = null;
    this.#folder = null;
    void this.#close();
    this.#takeBack();
    $localFolder.set({ status: 'none' });
    $folderConflict.set(null);
    $isFolderShown.set(false);
  }

  async projectOfFolder(folder: FileSystemDirectoryHandle) {
    const found = await this.#dependencies.notices.guard(t('The connected folders could not be read'), () => this.#ownerOf(folder));
    return found ?? null;
  }

  async connectFolder(handle: FileSystemDirectoryHandle, { withIgnored, isBroughtIn }: ConnectOptions) {
    await this.#dependencies.notices.guard(t('The folder “{name}” was not connected', { name: handle.name }), async () => {
      const projectId = this.#projectId;
      if (projectId === null) throw new Error(t('no project is open in this tab'));
      const owner = await this.#ownerOf(handle);
      if (owner !== null) throw new Error(t('it is connected to the project “{owner}”. Disconnect it there first', { owner }));
      if (!(await isAllowed(handle, 'requestPermission'))) throw new Error(t('the browser was not allowed to change files in it'));
      if (projectId !== this.#projectId) return;
      const folder: ConnectedFolder = { version: 1, handle, withIgnored };
      const { store, mirror } = this.#dependencies;
      await store.connect(projectId, folder);
      if (isBroughtIn)
        await store.agreements(projectId).save(new Map([...withoutLinks(mirror.files()).files].map(([path, hash]) => [path, { hash }])));
      if (projectId === this.#projectId) this.#connect(folder, projectId);
    });
  }

  async reconnectFolder() {
    const [folder, projectId] = [this.#folder, this.#projectId];
    if (folder === null || projectId === null) return;
    await this.#dependencies.notices.guard(t('The folder “{name}” was not connected', { name: folder.handle.name }), async () => {
      const allowed = await isAllowed(folder.handle, 'requestPermission');
      if (folder !== this.#folder) return;
      if (allowed) this.#connect(folder, projectId);
      else this.#pause(folder, t('The browser was not allowed to use it.'));
    });
  }

  async disconnectFolder() {
    const projectId = this.#projectId;
    if (projectId === null) return;
    await this.#dependencies.notices.guard(t('The folder was not disconnected'), async () => {
      const closing = this.#close();
      this.#folder = null;
      this.#takeBack();
      $localFolder.set({ status: 'none' });
      await closing;
      await this.#dependencies.store.disconnect(projectId);
    });
  }

  async keepVersions(conflicts: readonly FolderConflict[], keep: SideName) {
    const connection = this.#connection;
    if (connection === null) return;
    for (const conflict of conflicts) {
      // One by one: a version that could not be kept stays a conflict, and the rest are decided.
      const keeping = keep === 'disk' ? Promise.resolve() : keepDiskVersion(conflict, connection.sides);
      const isKept = await this.#dependencies.notices.guard(t('The disk’s version was not put into the history, and stays'), async () => {
        await keeping;
        return true;
      });
      if (isKept === true) connection.sync.decide([conflict], keep);
      else connection.sync.request();
    }
    $folderConflict.set(null);
  }

  async answerDeletions(from: SideName, answer: 'delete' | 'bring-back') {
    const state = $localFolder.get();
    if (state.status !== 'connected') return;
    const { files } = withoutLinks(this.#dependencies.mirror.files());
    const paths = state.deletions.find((each) => each.from === from)?.paths ?? [];
    const listing = from === 'project' ? files : ((await this.#connection?.sides.disk.list())?.files ?? new Map<string, ContentHash>());
    const shown = paths.flatMap((path) => {
      const hash = listing.get(path);
      return hash === undefined ? [] : [{ path, project: from === 'project' ? hash : null, disk: from === 'disk' ? hash : null }];
    });
    const other = from === 'project' ? 'disk' : 'project';
    this.#connection?.sync.decide(shown, answer === 'delete' ? other : from);
  }

  async showFolderConflict(conflict: FolderConflict) {
    const sides = this.#connection?.sides;
    if (sides === undefined) return;
    await this.#dependencies.notices.guard(t('{path} could not be read', { path: conflict.path }), async () => {
      const [project, disk] = await Promise.all([sides.project.read(conflict.path), sides.disk.read(conflict.path)]);
      const texts = [project, disk].map((file) => (file === null ? null : textOf(file.content)));
      const [projectText = null, diskText = null] = texts.map((text) => text?.text ?? null);
      $folderConflict.set({ conflict, project: projectText, disk: diskText, isBinary: texts.some((text) => text?.text === null) });
    });
  }

  async compareFolder() {
    // A user who asks for this may not trust the file times on disk.
    this.#connection?.sides.disk.distrust();
    this.#connection?.sync.request();
  }

  async #resume(folder: ConnectedFolder): Promise<void> {
    const [serial, projectId] = [this.#serial, this.#projectId];
    this.#folder = folder;
    const allowed = await isAllowed(folder.handle, 'queryPermission');
    if (serial !== this.#serial || projectId === null) return;
    if (allowed) return this.#connect(folder, projectId);
    this.#pause(folder, t('After a reload the browser asks again before a page may use a folder.'));
    this.#takeBack();
    this.#said = this.#dependencies.notices.info(
      t('The folder “{name}” is not connected: the browser asks again after a reload.', { name: folder.handle.name }),
      this.#reconnection(),
    );
  }

  #pause({ handle }: ConnectedFolder, why: string): void {
    void this.#close();
    $localFolder.set({ status: 'paused', name: handle.name, why });
  }

  #connect(folder: ConnectedFolder, projectId: ProjectId): void {
    void this.#close();
    this.#takeBack();
    const { project, mirror, files, hasher, clock, locks, store, sight, scope } = this.#dependencies;
    this.#folder = folder;
    const serial = this.#serial;
    const isCurrent = () => serial === this.#serial && this.#projectId === projectId;
    const agreements = agreementsInMemory(store.agreements(projectId));
    const disk = createDiskSide(folder.handle, {
      hasher,
      now: () => clock.now(),
      withIgnored: folder.withIgnored,
      known: async () => seenBefore(await agreements.load()),
    });
    const sides = {
      project: createProjectSide({
        files: mirror.files,
        store: files,
        workspace: project.workspaceWhile(isCurrent),
        hasher,
        isUnsaved,
      }),
      disk,
    };
    const sync = createFolderSync({
      name: folder.handle.name,
      sides,
      agreements,
      scopeOf: (listing) => syncScope({ files: listing.files, store: files, diskRules: disk.rules(), withIgnored: folder.withIgnored }),
      clock,
      inTurn: async (work) => void (await locks.request(`devonz-folder-${projectId}`, work)),
      onState: (state) => {
        $localFolder.set(state);
        if (state.work.type === 'at-rest' && state.conflicts.length + state.deletions.length === 0) this.#takeBack();
      },
      onLost: (problem) => {
        this.#pause(folder, problem.message);
        this.#say(problem.message, this.#reconnection());
      },
      onAsk: (message) => this.#say(message, { label: t('Show'), run: () => $isFolderShown.set(true) }),
    });
    const onTouched = (paths: readonly string[] | null) => {
      disk.touch(paths);
      sync.request();
    };
    const watch = watchFolder({ root: folder.handle, clock, sight, scope, onTouched, cost: () => sync.cost() });
    this.#connection = { sync, watch, sides };
    sync.start();
  }

  /** Replaces the previous notice. */
  #say(message: string, action: { label: string; run: () => void }): void {
    this.#takeBack();
    this.#said = this.#dependencies.notices.error(message, action);
  }

  /** Removes the notice because it no longer applies. */
  #takeBack(): void {
    if (this.#said !== null) this.#dependencies.notices.dismiss(this.#said);
    this.#said = null;
  }

  #reconnection() {
    return { label: t('Reconnect'), run: () => void this.reconnectFolder() };
  }

  async #close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    connection?.watch.stop();
    await connection?.sync.stop();
  }

  /** The other project that the folder is connected to. */
  async #ownerOf(handle: FileSystemDirectoryHandle): Promise<string | null> {
    for (const { projectId, folder } of await this.#dependencies.store.all()) {
      if (projectId === this.#projectId || !(await handle.isSameEntry(folder.handle))) continue;
      return $projects.get().find((project) => project.projectId === projectId)?.name ?? 'another project';
    }
    return null;
  }
}

async function isAllowed(handle: FileSystemDirectoryHandle, ask: 'queryPermission' | 'requestPermission'): Promise<boolean> {
  // A folder in the page's own storage needs no permission, and a browser without this method asks for none.
  const askable: FileSystemDirectoryHandle & AskableHandle = handle;
  return ((await askable[ask]?.({ mode: 'readwrite' })) ?? 'granted') === 'granted';
}

function isUnsaved(path: string): boolean {
  const file = $openFiles.get().get(path);
  return file !== undefined && !file.isBeingWritten && file.text !== file.savedText;
}

function textOf(content: Uint8Array): { text: string | null } {
  if (content.subarray(0, 8_000).includes(0)) return { text: null };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content) };
  } catch {
    return { text: null };
  }
}
