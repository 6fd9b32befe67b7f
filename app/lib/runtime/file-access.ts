import type { WebContainer } from '@webcontainer/api';
import { errorMessage } from '../protocol/error-message.ts';
import { isIgnoredPath } from './ignored-folders.ts';
import {
  type DirectoryEntry,
  type FileEvent,
  type FileKind,
  type Workspace,
  WorkspaceError,
  type WorkspaceErrorCode,
  type WorkspacePath,
} from './types.ts';

const KNOWN_CODES = new Set<WorkspaceErrorCode>(['ENOENT', 'EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY']);

/** The client's errors keep Node's message (`ENOENT: no such file or directory, open '…'`) but not its `code`. */
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
/** The client takes paths relative to the project's root; the root itself is '.'. */
const toClientPath = (path: string) => (path === '' ? '.' : path);

function toDirectoryEntry(entry: { name: string; isFile(): boolean; isDirectory(): boolean }): DirectoryEntry {
  if (entry.isDirectory()) return { name: entry.name, kind: 'directory' };
  return { name: entry.name, kind: 'file', ...(entry.isFile() ? {} : { isLink: true as const }) };
}

export interface FileAccess
  extends Pick<Workspace, 'readFile' | 'writeFile' | 'kindOf' | 'readDirectory' | 'makeDirectory' | 'remove' | 'rename'> {
  watchFiles(listener: (event: FileEvent) => void): () => void;
  /** Resolves when all that has changed so far has been reported to those who watch. */
  watchSettled(): Promise<void>;
}

export function createFileAccess(container: WebContainer): FileAccess {
  const { fs } = container;
  const readDirectory = (path: WorkspacePath) =>
    attempt(async () => {
      const entries = await fs.readdir(toClientPath(path), { withFileTypes: true });
      const listed = entries.map(toDirectoryEntry);
      return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  const kindOf = async (path: WorkspacePath): Promise<FileKind | null> => {
    if (path === '') return 'directory';
    try {
      // The client has no stat: the parent's listing tells the kind.
      const siblings = await readDirectory(parentOf(path) as WorkspacePath);
      return siblings.find((entry) => entry.name === nameOf(path))?.kind ?? null;
    } catch (error) {
      if (error instanceof WorkspaceError && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
      throw error;
    }
  };
  /** Files written through here whose event has not come yet. */
  const written = new Set<string>();
  const watch = sharedWatch(container, async (path, listener, seen) => {
    const content = written.delete(path) ? await access.readFile(path).catch(() => null) : null; // Whatever it is now, the listing will tell.
    if (content === null) await reportPath(access, path, listener, seen);
    // No listing to find out what it is; read all the same, since a program may have written after us within the same event.
    else if (!seen.told.has(path)) listener({ type: 'changed', path, content });
  });
  const access: FileAccess = {
    readFile: (path) => attempt(() => fs.readFile(toClientPath(path))),
    // One write call is one system call of the engine's kernel: no reader ever sees half a file.
    writeFile: (path, content) =>
      attempt(async () => {
        const parent = parentOf(path);
        if (parent !== '') await fs.mkdir(parent, { recursive: true });
        if (watch.isOpen() && !isIgnoredPath(path)) written.add(path);
        await fs.writeFile(path, content);
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

/** What has been seen since a batch of events came. Each folder is listed once: a command may write 20 000 files into one. */
interface Look {
  listings: Map<string, Promise<ReadonlyMap<string, FileKind>>>;
  /** Paths that the listeners know to be there. */
  told: Set<string>;
}

/** null: it is not there. */
async function kindSeen(access: FileAccess, path: WorkspacePath, { listings }: Look): Promise<FileKind | null> {
  if (path === '') return 'directory';
  const parent = parentOf(path) as WorkspacePath; // A parent of a path of the workspace is one.
  const listing =
    listings.get(parent) ??
    access.readDirectory(parent).then(
      (entries) => new Map(entries.map(({ name, kind }) => [name, kind])),
      (error) => {
        if (error instanceof WorkspaceError && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return new Map<string, FileKind>();
        throw error;
      },
    );
  listings.set(parent, listing);
  return (await listing).get(nameOf(path)) ?? null;
}

async function reportTree(access: FileAccess, folder: WorkspacePath, listener: (event: FileEvent) => void, seen: Look): Promise<void> {
  listener({ type: 'folder-added', path: folder });
  seen.told.add(folder);
  for (const entry of await access.readDirectory(folder)) {
    const path = `${folder}/${entry.name}` as WorkspacePath;
    if (isIgnoredPath(path)) continue;
    if (entry.kind === 'directory') await reportTree(access, path, listener, seen);
    else {
      listener({ type: 'changed', path });
      seen.told.add(path);
    }
  }
}

async function reportPath(access: FileAccess, path: WorkspacePath, listener: (event: FileEvent) => void, seen: Look): Promise<void> {
  // A folder above it was new, and everything in it has been reported.
  if (seen.told.has(path)) return;
  const kind = await kindSeen(access, path, seen);
  if (kind === null) listener({ type: 'removed', path });
  else if (kind === 'file') listener({ type: 'changed', path });
  else await reportTree(access, path, listener, seen);
}

/** As long a host may gather events before it sends them, and a little. Milliseconds. */
const WATCH_DELAY_MS = 20;

/** One watch of the whole tree for all who listen: a second one would send every event of an installation twice. */
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
    // A path that changes again while it is looked at comes with the next batch: the last state is never missed.
    while (pending.size > 0 && listeners.size > 0) {
      const batch = [...pending];
      pending.clear();
      const seen: Look = { listings: new Map(), told: new Set() };
      for (const path of batch) {
        if (listeners.size === 0) break;
        // A folder may vanish while it is listed; its removal is an event of its own.
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
