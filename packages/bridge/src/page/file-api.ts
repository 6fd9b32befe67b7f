import { proxy, type releaseProxy } from 'comlink';
import { projectPath } from 'devonz-engine-protocol/client-wire/project-path';
import { decodeText, encodeText, textEncodingName } from 'devonz-engine-protocol/client-wire/text-encoding';
import { parseReadRange, READ_STATUS } from 'devonz-engine-protocol/machine/reads';
import { READ_UNFOLLOWED } from 'devonz-engine-protocol/read-unfollowed';
import type { z } from 'zod';
import { entriesSchema, statusSchema } from '../protocol/server-messages.ts';
import type { BridgeConnection } from './bridge-connection.ts';
import type { PageWatches, WatchCallback } from './page-watches.ts';

type EncodingOptions = string | { encoding?: string | null } | null | undefined;
type ReaddirOptions = string | { encoding?: string | null; withFileTypes?: boolean } | null | undefined;
type WatchOptions = string | { encoding?: string | null; recursive?: boolean } | null | undefined;
type RemoteCallback = WatchCallback & { [releaseProxy]?: () => void };

/** The values of Node's `UV_DIRENT_*`, from which the client creates its entries. */
const ENTRY_TYPES: Readonly<Record<z.infer<typeof entriesSchema>[number]['kind'], number>> = {
  other: 0,
  file: 1,
  directory: 2,
  symlink: 3,
};

/** Creates the client's `fs` for the machine's files; it behaves like Node's `fs.promises`. */
export function createFileApi(connection: BridgeConnection, watches: PageWatches, workdir: string) {
  const absolute = (path: string): string => projectPath(workdir, path);
  return {
    async readFile(given: string, options?: EncodingOptions): Promise<Uint8Array | string> {
      const path = absolute(given);
      const encoding = encodingOf(options);
      if (encoding === READ_UNFOLLOWED) return readUnfollowed(connection, path);
      if (encoding === READ_STATUS) return JSON.stringify((await connection.ask({ call: 'status', path })).value);
      const range = encoding === null ? null : parseReadRange(encoding);
      if (range !== null) return (await connection.ask({ call: 'read', path, ...range })).bytes.slice();
      const name = encoding === null ? null : textEncodingName(encoding);
      const { bytes } = await connection.ask({ call: 'read', path });
      return name === null ? bytes.slice() : decodeText(bytes, name);
    },
    async writeFile(given: string, data: string | Uint8Array, options?: EncodingOptions): Promise<void> {
      const bytes = typeof data === 'string' ? encodeText(data, textEncodingName(encodingOf(options) ?? 'utf8')) : data;
      await connection.ask({ call: 'write', path: absolute(given) }, bytes);
    },
    async readdir(given: string, options?: ReaddirOptions): Promise<unknown[]> {
      const encoding = encodingOf(options);
      const path = absolute(given);
      const entries = entriesSchema.parse((await connection.ask({ call: 'list', path })).value);
      watches.known.noteListing(path, entries);
      const isTyped = typeof options === 'object' && options?.withFileTypes === true;
      const toName = (name: string): string | Uint8Array => encodeName(name, encoding);
      return entries.map(({ name, kind }) => (isTyped ? { name: toName(name), 'Symbol(type)': ENTRY_TYPES[kind] } : toName(name)));
    },
    async mkdir(given: string, options?: { recursive?: boolean } | null): Promise<string | undefined> {
      const { value } = await connection.ask({ call: 'make-folder', path: absolute(given), isRecursive: options?.recursive === true });
      return typeof value === 'string' ? value : undefined;
    },
    async rm(given: string, options?: { force?: boolean; recursive?: boolean } | null): Promise<void> {
      const { recursive: isRecursive = false, force: isForced = false } = options ?? {};
      await connection.ask({ call: 'remove', path: absolute(given), isRecursive, isForced });
    },
    async rename(from: string, to: string): Promise<void> {
      await connection.ask({ call: 'rename', from: absolute(from), to: absolute(to) });
    },
    async watch(given: string, options: WatchOptions, callback?: RemoteCallback) {
      const encoding = encodingOf(options);
      const isRecursive = typeof options === 'object' && options?.recursive === true;
      const close = await watches.open(absolute(given), isRecursive, callback, (name) => encodeName(name, encoding));
      return proxy({ close });
    },
  };
}

async function readUnfollowed(connection: BridgeConnection, path: string): Promise<Uint8Array | string> {
  const { kind } = statusSchema.parse((await connection.ask({ call: 'status', path })).value);
  if (kind !== 'symlink') return (await connection.ask({ call: 'read', path })).bytes.slice();
  return String((await connection.ask({ call: 'read-link', path })).value);
}

function encodingOf(options: EncodingOptions | ReaddirOptions | WatchOptions): string | null {
  return (typeof options === 'string' ? options : options?.encoding) ?? null;
}

function encodeName(name: string, encoding: string | null): string | Uint8Array {
  if (encoding === null) return name;
  const bytes = new TextEncoder().encode(name);
  return encoding === 'buffer' ? bytes : decodeText(bytes, textEncodingName(encoding));
}
