import type { BufferEncoding as ClientEncoding, WebContainer } from '@webcontainer/api';
import { READ_UNFOLLOWED } from 'devonz-engine-protocol/read-unfollowed';
import { z } from 'zod';
import { errorMessage } from '../protocol/error-message.ts';
import type { ResolvedHost } from './hosts.ts';
import { isIgnoredPath } from './ignored-folders.ts';
import { mountFiles } from './mount-files.ts';
import {
  type DirectoryEntry,
  type FileEvent,
  type FileKind,
  type PlacedContent,
  type Workspace,
  WorkspaceError,
  type WorkspaceErrorCode,
  type WorkspacePath,
} from './types.ts';
import { wholeOutput } from './whole-output.ts';

const KNOWN_CODES = new Set<WorkspaceErrorCode>(['ENOENT', 'EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'ELOOP']);
/** The folder does not exist, so nothing can be in it. ELOOP: a link in the path leads to itself. */
const NO_FOLDER = new Set<WorkspaceErrorCode>(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** The client's errors have Node's message (`ENOENT: no such file or directory, open '…'`) but not its `code`. */
function toWorkspaceError(error: unknown): WorkspaceError {
  const message = errorMessage(error);
  const code = /^(E[A-Z]+):/.exec(message)?.[1];
  const known = [...KNOWN_CODES].find((candidate) => candidate === code);
  return new WorkspaceError(known ?? 'EIO', message);
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toWorkspaceError(error);
  }
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
/** The client takes paths relative to the project's root, which is '.'. */
const toClientPath = (path: string) => (path === '' ? '.' : path);

function toDirectoryEntry(entry: { name: string; isFile(): boolean; isDirectory(): boolean }): DirectoryEntry {
  if (entry.isDirectory()) return { name: entry.name, kind: 'directory' };
  return { name: entry.name, kind: 'file', ...(entry.isFile() ? {} : { isLink: true as const }) };
}

export interface FileAccess
  extends Pick<
    Workspace,
    'readFile' | 'writeFile' | 'readUnfollowed' | 'makeLink' | 'kindOf' | 'readDirectory' | 'makeDirectory' | 'remove' | 'rename'
  > {
  watchFiles(listener: (event: FileEvent) => void): () => void;
  /** Resolves when all changes so far have been reported to the watchers. */
  watchSettled(): Promise<void>;
}

export function createFileAccess(container: WebContainer, host: ResolvedHost['host']): FileAccess {
  const { fs } = container;
  /** Symbolic links found by the last listing of each folder. */
  const links = new Set<string>();
  const readDirectory = (path: WorkspacePath) =>
    attempt(async () => {
      const entries = await fs.readdir(toClientPath(path), { withFileTypes: true });
      const listed = entries.map(toDirectoryEntry);
      for (const { name, isLink } of listed) {
        const place = path === '' ? name : `${path}/${name}`;
        if (isLink === true) links.add(place);
        else links.delete(place);
      }
      return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  const kindOf = async (path: WorkspacePath): Promise<FileKind | null> => {
    if (path === '') return 'directory';
    try {
      // The client has no `stat`: the listing of the parent folder gives the kind.
      const siblings = await readDirectory(parentOf(path) as WorkspacePath);
      return siblings.find((entry) => entry.name === nameOf(path))?.kind ?? null;
    } catch (error) {
      if (error instanceof WorkspaceError && NO_FOLDER.has(error.code)) return null;
      throw error;
    }
  };
  /** Files written by this client whose watch event has not arrived yet. */
  const written = new Set<string>();
  const watch = sharedWatch(container, async (path, listener, seen) => {
    const content = written.delete(path) ? await access.readUnfollowed(path).catch(() => null) : null; // The listing shows its current kind.
    if (!(content instanceof Uint8Array)) await reportPath(access, path, listener, seen);
    // No listing is needed, but the file is read: within the same event a program may have written after this client.
    else if (!seen.told.has(path)) listener({ type: 'changed', path, content });
  });
  const access: FileAccess = {
    readFile: (path) => attempt(() => fs.readFile(toClientPath(path))),
    // One write is one system call in the engine's kernel: readers never see half a file.
    writeFile: (path, content) =>
      attempt(async () => {
        const parent = parentOf(path);
        if (parent !== '') await fs.mkdir(parent, { recursive: true });
        if (watch.isOpen() && !isIgnoredPath(path)) written.add(path);
        await fs.writeFile(path, content);
      }),
    readUnfollowed: (path) =>
      attempt(async () => {
        if (host !== 'stackblitz') return readItself(container, path);
        // StackBlitz has no call for this: only if a listing has found a link is a program run to read it, which is slow.
        return links.has(path) ? { linkTo: await readLinkByProgram(container, path) } : fs.readFile(path);
      }),
    makeLink: (path, linkTo) =>
      attempt(async () => {
        if ((await kindOf(path)) === 'directory') throw new Error(`EISDIR: illegal operation on a directory, symlink '${path}'`);
        await mountFiles(container, [{ path, linkTo }], host);
      }),
    kindOf,
    readDirectory,
    makeDirectory: (path) => attempt(async () => void (await fs.mkdir(path, { recursive: true }))),
    remove: (path) => attempt(() => fs.rm(path, { recursive: true })),
    rename: (from, to) =>
      attempt(async () => {
        const parent = parentOf(to);
        if (parent !== '') await fs.mkdir(parent, { recursive: true });
        await fs.rename(from, to);
      }),
    watchFiles: watch.add,
    watchSettled: watch.settled,
  };
  return access;
}

async function readItself({ fs }: WebContainer, path: WorkspacePath): Promise<PlacedContent> {
  // An encoding of our hosts that the client passes on; the client's types only know Node's encodings.
  const read: Uint8Array | string = await fs.readFile(path, READ_UNFOLLOWED as ClientEncoding);
  return typeof read === 'string' ? { linkTo: read } : read;
}

const READ_LINK = 'process.stdout.write(JSON.stringify(require("fs").readlinkSync(process.argv[1])))';

async function readLinkByProgram(container: WebContainer, path: WorkspacePath): Promise<string> {
  const process = await container.spawn('node', ['-e', READ_LINK, `./${path}`]);
  const text = await wholeOutput(process.output);
  if ((await process.exit) !== 0) throw new Error(`ENOENT: no such file or directory, readlink '${path}'`);
  return z.string().parse(JSON.parse(text));
}

/** Findings for one batch of events. Each folder is listed only once: a command may write 20,000 files into one. */
interface Look {
  listings: Map<string, Promise<ReadonlyMap<string, DirectoryEntry>>>;
  /** Paths that the listeners know to exist. */
  told: Set<string>;
  /** Links among them: paths reported below a link were there before it. */
  links: Set<string>;
}

/** Returns null if the path does not exist. */
async function kindSeen(access: FileAccess, path: WorkspacePath, { listings, links }: Look): Promise<FileKind | 'link' | null> {
  if (path === '') return 'directory';
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) if (links.has(path.slice(0, at))) return null;
  const parent = parentOf(path) as WorkspacePath; // The parent of a workspace path is a workspace path.
  const listing =
    listings.get(parent) ??
    access.readDirectory(parent).then(
      (entries) => new Map(entries.map((entry) => [entry.name, entry])),
      (error) => {
        if (error instanceof WorkspaceError && NO_FOLDER.has(error.code)) return new Map<string, DirectoryEntry>();
        throw error;
      },
    );
  listings.set(parent, listing);
  const entry = (await listing).get(nameOf(path));
  return entry === undefined ? null : entry.isLink === true ? 'link' : entry.kind;
}

async function reportTree(access: FileAccess, folder: WorkspacePath, listener: (event: FileEvent) => void, seen: Look): Promise<void> {
  listener({ type: 'folder-added', path: folder });
  seen.told.add(folder);
  for (const entry of await access.readDirectory(folder)) {
    const path = `${folder}/${entry.name}` as WorkspacePath;
    if (isIgnoredPath(path)) continue;
    if (entry.kind === 'directory') await reportTree(access, path, listener, seen);
    else tellFile(path, entry.isLink === true, listener, seen);
  }
}

function tellFile(path: WorkspacePath, isLink: boolean, listener: (event: FileEvent) => void, seen: Look): void {
  listener({ type: 'changed', path, ...(isLink ? { isLink } : {}) });
  seen.told.add(path);
  if (isLink) seen.links.add(path);
}

async function reportPath(access: FileAccess, path: WorkspacePath, listener: (event: FileEvent) => void, seen: Look): Promise<void> {
  // A parent folder was new, so everything in it has been reported.
  if (seen.told.has(path)) return;
  if (path === WHOLE_FOLDER) return reportAll(access, listener, seen);
  const kind = await kindSeen(access, path, seen);
  if (kind === null) listener({ type: 'removed', path });
  else if (kind !== 'directory') tellFile(path, kind === 'link', listener, seen);
  else await reportTree(access, path, listener, seen);
}

/** The name by which a machine's host says that it has lost sight of the folder for a while: anything in it may have changed. */
const WHOLE_FOLDER = '.';

async function reportAll(access: FileAccess, listener: (event: FileEvent) => void, seen: Look): Promise<void> {
  const root = '' as WorkspacePath; // The root is a workspace path.
  for (const { name, kind, isLink } of await access.readDirectory(root)) {
    const path = name as WorkspacePath; // An entry of the root.
    if (isIgnoredPath(path)) continue;
    if (kind === 'directory') await reportTree(access, path, listener, seen);
    else tellFile(path, isLink === true, listener, seen);
  }
  listener({ type: 'folder-added', path: root });
}

/** Slightly longer than a host collects events before it sends them. In milliseconds. */
const WATCH_DELAY_MS = 20;

/** One watch of the whole tree, shared by all listeners: a second one would send every event of an installation twice. */
function sharedWatch(
  container: WebContainer,
  report: (path: WorkspacePath, listener: (event: FileEvent) => void, seen: Look) => Promise<void>,
): { add(listener: (event: FileEvent) => void): () => void; isOpen(): boolean; settled(): Promise<void> } {
  const listeners = new Set<(event: FileEvent) => void>();
  const pending = new Set<string>();
  let looking: Promise<void> | null = null;
  let watcher: { close(): void } | null = null;
  const tell = (event: FileEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  const look = async () => {
    // A path that changes again in the meantime is in the next batch, so the last state is never missed.
    while (pending.size > 0 && listeners.size > 0) {
      // Folders before their contents.
      const batch = [...pending].sort();
      pending.clear();
      const seen: Look = { listings: new Map(), told: new Set(), links: new Set() };
      for (const path of batch) {
        if (listeners.size === 0) break;
        // A folder may vanish while it is listed; its removal is a separate event.
        await report(path as WorkspacePath, tell, seen).catch(() => undefined);
      }
    }
    looking = null;
  };
  const onChange = (_event: string, name: string | Uint8Array) => {
    const path = typeof name === 'string' ? name : new TextDecoder().decode(name);
    if (path === '' || isIgnoredPath(path)) return;
    pending.add(path);
    looking ??= look();
  };
  return {
    add(listener) {
      listeners.add(listener);
      watcher ??= container.fs.watch('.', { recursive: true }, onChange);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        watcher?.close();
        watcher = null;
      };
    },
    isOpen: () => watcher !== null,
    async settled() {
      await new Promise((resolve) => setTimeout(resolve, WATCH_DELAY_MS));
      while (looking !== null) await looking;
    },
  };
}
