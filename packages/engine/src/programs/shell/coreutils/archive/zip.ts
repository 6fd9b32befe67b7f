import type { ZipOptions, Zippable } from 'fflate';
import { deflateSync, unzipSync, zipSync } from 'fflate';
import { errorCode } from '../../text/error-text.ts';
import { patternRegExp } from '../../text/glob-pattern.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import type { ZipEntry } from './zip-directory.ts';
import { readZipDirectory } from './zip-directory.ts';

interface NewEntry {
  bytes: Uint8Array;
  modifiedAt: number;
  /** Includes the bits of the file type. */
  mode: number;
  path: string;
}

/** Zip cannot store earlier years. */
const FIRST_TIME = Date.UTC(1980, 0, 2);
/** Deflating can enlarge files smaller than this many bytes; in that case they are stored. */
const SMALL = 1024;

/** Implements `zip archive paths…`: -r, -q, -j, -x, -u, -m, -y, -v, -D and levels; adds to an existing archive. */
export const zip: Command = async (context) => {
  const { args, excluded } = withoutExcluded(context.args);
  const { flags, operands } = parseOptions(
    { name: 'zip', args },
    {
      others: ['-x PATTERN...'],
      flags: 'rqj0123456789yumvD',
      long: {
        'recurse-paths': 'r',
        quiet: 'q',
        'junk-paths': 'j',
        update: 'u',
        move: 'm',
        verbose: 'v',
        symlinks: 'y',
        'no-dir-entries': 'D',
      },
      exitCode: 16,
    },
  );
  const [archive, ...paths] = operands;
  if (archive === undefined || paths.length === 0) throw new CommandError('error: Nothing to do!', 12);
  const target = /\.\w+$/.test(archive) ? archive : `${archive}.zip`;
  const old = context.files.find(target) === null ? new Uint8Array(0) : await context.files.readBytes(target);
  const existing = readZipDirectory(old);
  const collection: Collection = { flags, excluded, existing, entries: new Map(), failures: [], missing: [], matched: 0, target, context };
  for (const path of paths) collect(path, collection);
  const { entries, failures, missing } = collection;
  if (flags.has('q')) missing.length = 0;
  for (const path of missing) await context.stdout.writeLine(`\tzip warning: name not matched: ${path}`);
  for (const path of failures) await context.stdout.writeLine(`\tzip warning: could not open for reading: ${path}`);
  if (entries.size === 0) {
    // With -u, everything may already be up to date.
    if (collection.matched > 0) return 12;
    await context.stdout.writeLine(`\nzip error: Nothing to do! (${target})`);
    return 12;
  }
  const packed = packAll(old, collection);
  context.files.writeBytes(target, packed);
  await report(collection, readZipDirectory(packed));
  if (flags.has('m')) removeAdded(collection);
  return failures.length === 0 ? 0 : 18;
};

/** Separates the patterns of `-x`, which last until the next option. */
function withoutExcluded(words: readonly string[]): { args: string[]; excluded: RegExp[] } {
  const args: string[] = [];
  const excluded: RegExp[] = [];
  let isExcluding = false;
  for (const word of words) {
    if (word === '-x') isExcluding = true;
    else if (isExcluding && !word.startsWith('-')) excluded.push(patternRegExp(word));
    else {
      isExcluding = false;
      args.push(word);
    }
  }
  return { args, excluded };
}

interface Collection {
  flags: ReadonlySet<string>;
  excluded: readonly RegExp[];
  existing: ReadonlyMap<string, ZipEntry>;
  entries: Map<string, NewEntry>;
  /** The paths that could not be read. */
  failures: string[];
  missing: string[];
  /** The number of files found, including those that -u leaves unchanged. */
  matched: number;
  target: string;
  context: CommandContext;
}

function collect(path: string, collection: Collection): void {
  const { flags, excluded, failures, missing, context } = collection;
  const { files, system } = context;
  const name = path.replace(/^(?:\.?\/)+/, '');
  if (excluded.some((expression) => expression.test(name))) return;
  const status = files.find(path, !flags.has('y'));
  if (status === null) {
    missing.push(path);
    return;
  }
  if (status.kind === 'directory') {
    const isExcluded = excluded.some((expression) => expression.test(`${name.replace(/\/+$/, '')}/`));
    const isEntry = !isExcluded && name !== '' && name !== '.' && !flags.has('j') && !flags.has('D');
    if (isEntry)
      add(`${name.replace(/\/+$/, '')}/`, { ...status, bytes: new Uint8Array(0), mode: 0o040000 | status.mode, path }, collection);
    if (flags.has('r')) for (const item of files.list(path)) collect(joinPath(path, item.name), collection);
    return;
  }
  if (files.resolve(path) === files.resolve(collection.target)) return;
  const shown = flags.has('j') ? name.slice(name.lastIndexOf('/') + 1) : name;
  try {
    const isLink = status.kind === 'symlink';
    const bytes = isLink
      ? new TextEncoder().encode(system.sync('readlink', files.resolve(path)))
      : system.sync('readFile', files.resolve(path));
    add(shown, { bytes, modifiedAt: status.modifiedAt, mode: (isLink ? 0o120000 : 0o100000) | status.mode, path }, collection);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    failures.push(path);
  }
}

/** Adds an entry. With `-u`, only if it is new or newer than the archived one, whose time is rounded to even seconds. */
function add(name: string, { bytes, modifiedAt, mode, path }: NewEntry, collection: Collection): void {
  collection.matched += 1;
  const known = collection.existing.get(name);
  const isOlder = known !== undefined && Math.floor(modifiedAt / 2000) * 2000 <= known.modifiedAt;
  if (collection.flags.has('u') && isOlder) return;
  collection.entries.set(name, { bytes, modifiedAt, mode, path });
}

function packAll(old: Uint8Array, { flags, existing, entries }: Collection): Uint8Array {
  // The check for these letters guarantees 0 to 9.
  const level = Number([...flags].findLast((flag) => /^\d$/.test(flag)) ?? '6') as NonNullable<ZipOptions['level']>;
  const all: Zippable = Object.create(null) as Zippable;
  const put = (name: string, bytes: Uint8Array, modifiedAt: number, mode: number) => {
    const isStored = level === 0 || (bytes.length < SMALL && deflateSync(bytes, { level }).length >= bytes.length);
    const attrs = ((mode << 16) | (name.endsWith('/') ? 0x10 : 0)) >>> 0;
    all[name] = [bytes, { level: isStored ? 0 : level, mtime: Math.max(modifiedAt, FIRST_TIME), os: 3, attrs }];
  };
  const contents = old.length === 0 ? {} : unzipSync(old);
  for (const [name, bytes] of Object.entries(contents)) {
    const known = existing.get(name);
    put(
      name,
      entries.get(name)?.bytes ?? bytes,
      entries.get(name)?.modifiedAt ?? known?.modifiedAt ?? FIRST_TIME,
      entries.get(name)?.mode ?? known?.mode ?? 0,
    );
  }
  for (const [name, { bytes, modifiedAt, mode }] of entries) put(name, bytes, modifiedAt, mode);
  return zipSync(all);
}

async function report({ flags, existing, entries, context }: Collection, packed: ReadonlyMap<string, ZipEntry>): Promise<void> {
  if (flags.has('q')) return;
  let [whole, total] = [0, 0];
  for (const name of entries.keys()) {
    const { method = 0, size = 0, packedSize = 0 } = packed.get(name) ?? {};
    whole += size;
    total += packedSize;
    const sizes = flags.has('v') ? `\t(in=${size}) (out=${packedSize})` : '';
    const how = `(${method === 0 ? 'stored' : 'deflated'} ${saved(size, packedSize)}%)`;
    await context.stdout.writeLine(`${existing.has(name) ? 'updating' : '  adding'}: ${name}${sizes} ${how}`);
  }
  if (flags.has('v')) await context.stdout.writeLine(`total bytes=${whole}, compressed=${total} -> ${saved(whole, total)}% savings`);
}

function saved(whole: number, packed: number): number {
  return whole === 0 ? 0 : Math.round((100 * (whole - packed)) / whole);
}

/** Removes the archived files; folders only when they are empty by then. */
function removeAdded({ entries, context }: Collection): void {
  const { files, system } = context;
  for (const [name, { path }] of [...entries].reverse()) {
    if (!name.endsWith('/')) system.sync('unlink', files.resolve(path));
    else if (files.list(path).length === 0) system.sync('rmdir', files.resolve(path));
  }
}
