import { proxy, releaseProxy } from 'comlink';
import { projectPath } from 'devonz-engine-protocol/client-wire/project-path';
import { decodeText, encodeText, textEncodingName } from 'devonz-engine-protocol/client-wire/text-encoding';
import { READ_UNFOLLOWED } from 'devonz-engine-protocol/read-unfollowed';
import { SystemError } from '../abi/system-calls.ts';
import type { FileSystem } from '../kernel/files/file-system.ts';
import { toNodeError, withNodeErrors } from './node-error.ts';
import { createWatchRelay, type WatchCallback } from './watch-relay.ts';

type EncodingOptions = string | { encoding?: string | null } | null | undefined;
type ReaddirOptions = string | { encoding?: string | null; withFileTypes?: boolean } | null | undefined;
type WatchOptions = string | { encoding?: string | null; recursive?: boolean } | null | undefined;

/** The values of Node's `UV_DIRENT_*`, from which the client creates its entries. */
const ENTRY_TYPES = { file: 1, directory: 2, symlink: 3 } as const;

/** The operations of the client's `fs`, which behave like Node's `fs.promises`. */
export interface FileApi {
  readFile(path: string, options?: EncodingOptions): Uint8Array | string;
  writeFile(path: string, data: string | Uint8Array, options?: EncodingOptions): void;
  readdir(path: string, options?: ReaddirOptions): unknown[];
  mkdir(path: string, options?: { recursive?: boolean } | null): string | undefined;
  rm(path: string, options?: { force?: boolean; recursive?: boolean } | null): void;
  rename(from: string, to: string): void;
  watch(path: string, options: WatchOptions, callback?: WatchCallback & { [releaseProxy]?: () => void }): { close(): void };
}

export function createFileApi(fileSystem: FileSystem, workdir: string): FileApi {
  const absolute = (path: string): string => projectPath(workdir, path);
  return {
    readFile(given, options) {
      const path = absolute(given);
      const encoding = encodingOf(options);
      if (encoding === READ_UNFOLLOWED) return readUnfollowed(fileSystem, path);
      const bytes = withNodeErrors('open', [path], () => {
        // Node opens a folder and fails on reading it, with an error that names no path.
        if (fileSystem.stat(path).kind === 'directory') throw toNodeError(new SystemError('EISDIR', ''), 'read', []);
        return fileSystem.readFile(path);
      });
      return encoding === null ? bytes.slice() : decodeText(bytes, textEncodingName(encoding));
    },
    writeFile(given, data, options) {
      const path = absolute(given);
      const bytes = typeof data === 'string' ? encodeText(data, textEncodingName(encodingOf(options) ?? 'utf8')) : data;
      withNodeErrors('open', [path], () => fileSystem.writeFile(path, bytes));
    },
    readdir(given, options) {
      const path = absolute(given);
      const encoding = encodingOf(options);
      const items = withNodeErrors('scandir', [path], () => fileSystem.readdir(path));
      const toName = (name: string): string | Uint8Array => encodeName(name, encoding);
      const isTyped = typeof options === 'object' && options?.withFileTypes === true;
      return items.map(({ name, kind }) => (isTyped ? { name: toName(name), 'Symbol(type)': ENTRY_TYPES[kind] } : toName(name)));
    },
    mkdir(given, options) {
      const path = absolute(given);
      return withNodeErrors('mkdir', [path], () => fileSystem.mkdir(path, options?.recursive === true, 0o755)) ?? undefined;
    },
    rm(given, options) {
      const path = absolute(given);
      const isForced = options?.force === true;
      withNodeErrors('lstat', [path], () => {
        if (options?.recursive === true) return fileSystem.removeTree(path, isForced);
        if (isForced && !entryExists(fileSystem, path)) return;
        // Node throws this error itself, with this message.
        if (fileSystem.lstat(path).kind === 'directory')
          throw new Error(`Path is a directory: rm returned EISDIR (is a directory) ${path}`);
        fileSystem.unlink(path);
      });
    },
    rename(from, to) {
      const paths = [absolute(from), absolute(to)] as const;
      withNodeErrors('rename', paths, () => fileSystem.rename(...paths));
    },
    watch(given, options, callback) {
      const path = absolute(given);
      const encoding = encodingOf(options);
      const relay = createWatchRelay((event, name) => callback?.(event, encodeName(name, encoding)));
      const isRecursive = typeof options === 'object' && options?.recursive === true;
      const unwatch = withNodeErrors('watch', [path], () => fileSystem.watch(path, isRecursive, relay.push));
      const close = (): void => {
        unwatch();
        relay.close();
        callback?.[releaseProxy]?.();
      };
      return proxy({ close });
    },
  };
}

function readUnfollowed(fileSystem: FileSystem, path: string): Uint8Array | string {
  return withNodeErrors('open', [path], () => {
    const { kind } = fileSystem.lstat(path);
    if (kind === 'symlink') return fileSystem.readlink(path);
    if (kind === 'directory') throw toNodeError(new SystemError('EISDIR', ''), 'read', []);
    return fileSystem.readFile(path).slice();
  });
}

function encodingOf(options: EncodingOptions | ReaddirOptions | WatchOptions): string | null {
  return (typeof options === 'string' ? options : options?.encoding) ?? null;
}

function encodeName(name: string, encoding: string | null): string | Uint8Array {
  if (encoding === null) return name;
  const bytes = new TextEncoder().encode(name);
  return encoding === 'buffer' ? bytes : decodeText(bytes, textEncodingName(encoding));
}

function entryExists(fileSystem: FileSystem, path: string): boolean {
  try {
    fileSystem.lstat(path);
    return true;
  } catch {
    return false;
  }
}
