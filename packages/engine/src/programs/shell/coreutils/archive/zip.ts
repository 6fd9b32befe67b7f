import type { Zippable } from 'fflate';
import { unzipSync, zipSync } from 'fflate';
import { errorCode } from '../../text/error-text.ts';
import { patternRegExp } from '../../text/glob-pattern.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** `zip archive paths…`: -r, -q, -j, -x, and an archive that already exists is added to. */
export const zip: Command = async (context) => {
  const split = context.args.indexOf('-x');
  const excluded = split === -1 ? [] : context.args.slice(split + 1).map((pattern) => patternRegExp(pattern));
  const args = split === -1 ? context.args : context.args.slice(0, split);
  const { flags, operands } = parseOptions({ name: 'zip', args }, { flags: 'rqj0123456789yumv', long: { recurse: 'r', quiet: 'q' } });
  const [archive, ...paths] = operands;
  if (archive === undefined || paths.length === 0) throw new CommandError('error: Nothing to do!', 12);
  const target = /\.\w+$/.test(archive) ? archive : `${archive}.zip`;
  const existing =
    context.files.find(target) === null
      ? new Map<string, Uint8Array>()
      : new Map(Object.entries(unzipSync(await context.files.readBytes(target))));
  const entries = new Map<string, [Uint8Array, number]>();
  const failures: string[] = [];
  for (const path of paths) {
    if (context.files.find(path) === null) {
      await context.stdout.writeLine(`\tzip warning: name not matched: ${path}`);
      continue;
    }
    collect(path, { flags, excluded, entries, failures, context });
  }
  for (const message of failures) await context.stdout.writeLine(`\tzip warning: could not open for reading: ${message}`);
  if (entries.size === 0) throw new CommandError(`error: Nothing to do! (${target})`, 12);
  for (const name of entries.keys()) {
    if (!flags.has('q'))
      await context.stdout.writeLine(`${existing.has(name) ? 'updating' : '  adding'}: ${name}${name.endsWith('/') ? ' (stored 0%)' : ''}`);
  }
  const all: Zippable = Object.create(null) as Zippable;
  for (const [name, bytes] of existing) if (!entries.has(name)) all[name] = bytes;
  for (const [name, [bytes, modifiedAt]] of entries) all[name] = [bytes, { mtime: Math.max(modifiedAt, Date.UTC(1980, 0, 2)) }];
  context.files.writeBytes(target, zipSync(all));
  return failures.length === 0 ? 0 : 18;
};

interface Collection {
  flags: ReadonlySet<string>;
  excluded: readonly RegExp[];
  entries: Map<string, [Uint8Array, number]>;
  failures: string[];
  context: CommandContext;
}

function collect(path: string, collection: Collection): void {
  const { flags, excluded, entries, failures, context } = collection;
  const name = path.replace(/^(?:\.?\/)+/, '');
  if (excluded.some((expression) => expression.test(name))) return;
  const status = context.files.stat(path);
  if (status.kind === 'directory') {
    if (name !== '' && name !== '.' && !flags.has('j')) entries.set(`${name.replace(/\/+$/, '')}/`, [new Uint8Array(0), status.modifiedAt]);
    if (flags.has('r')) for (const item of context.files.list(path)) collect(joinPath(path, item.name), collection);
    return;
  }
  const shown = flags.has('j') ? name.slice(name.lastIndexOf('/') + 1) : name;
  try {
    entries.set(shown, [context.system.sync('readFile', context.files.resolve(path)), status.modifiedAt]);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    failures.push(path);
  }
}
