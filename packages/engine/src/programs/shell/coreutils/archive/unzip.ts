import { unzipSync } from 'fflate';
import { patternRegExp } from '../../text/glob-pattern.ts';
import { directoryName, resolvePath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** `unzip`: -l, -o, -n, -q, -d folder, -p, -t, -j, and names to be taken out. */
export const unzip: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, { flags: 'lonqptjuvZ1', values: 'dx' });
  const [archive, ...wanted] = operands;
  if (archive === undefined) throw new CommandError('usage: unzip [-opts] file[.zip] [list] [-x xlist] [-d exdir]', 10);
  const path = [archive, `${archive}.zip`].find((candidate) => context.files.find(candidate)?.kind === 'file');
  if (path === undefined) {
    await context.stderr.writeLine(`unzip:  cannot find or open ${archive}, ${archive}.zip or ${archive}.ZIP.`);
    return 9;
  }
  const entries = await load(path, context);
  const expressions = wanted.map((pattern) => patternRegExp(pattern));
  const chosen = [...entries].filter(([name]) => expressions.length === 0 || expressions.some((expression) => expression.test(name)));
  if (chosen.length === 0 && wanted.length > 0) {
    for (const name of wanted) await context.stderr.writeLine(`caution: filename not matched:  ${name}`);
    return 11;
  }
  if (flags.has('l') || flags.has('v')) return list(path, chosen, context);
  if (flags.has('Z') && flags.has('1')) {
    for (const [name] of chosen) await context.stdout.writeLine(name);
    return 0;
  }
  if (flags.has('p')) {
    for (const [, bytes] of chosen) await context.stdout.writeBytes(bytes);
    return 0;
  }
  if (!flags.has('q')) await context.stdout.writeLine(`Archive:  ${path}`);
  if (flags.has('t')) {
    if (!flags.has('q')) for (const [name] of chosen) await context.stdout.writeLine(`    testing: ${name.padEnd(22)}   OK`);
    await context.stdout.writeLine(`No errors detected in compressed data of ${path}.`);
    return 0;
  }
  for (const [name, bytes] of chosen) await extract(name, bytes, value('d'), flags, context);
  return 0;
};

async function load(path: string, context: CommandContext): Promise<Map<string, Uint8Array>> {
  try {
    return new Map(Object.entries(unzipSync(await context.files.readBytes(path))));
  } catch {
    throw new CommandError(
      ` End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it constitutes one disk of a multi-part archive.\nunzip:  cannot find zipfile directory in ${path}`,
      9,
    );
  }
}

/** Names come from outside: nothing is written outside the folder. */
async function extract(
  name: string,
  bytes: Uint8Array,
  folder: string | null,
  flags: ReadonlySet<string>,
  context: CommandContext,
): Promise<void> {
  const { files, system, stdout } = context;
  const base = files.resolve(folder ?? '.');
  const inner = flags.has('j') ? name.slice(name.lastIndexOf('/') + 1) : name;
  if (inner === '' && flags.has('j')) return;
  const target = resolvePath(base, inner.replace(/^\/+/, ''));
  if (target !== base && !target.startsWith(base === '/' ? '/' : `${base}/`))
    throw new CommandError(`${name}: the name leads outside the folder`, 2);
  const shown = folder === null ? inner : `${folder.replace(/\/+$/, '')}/${inner}`;
  if (inner.endsWith('/')) {
    system.sync('mkdir', target, true, 0o755);
    if (!flags.has('q')) await stdout.writeLine(`   creating: ${shown}`);
    return;
  }
  system.sync('mkdir', directoryName(target), true, 0o755);
  const exists = files.find(target, false) !== null;
  if (exists && flags.has('n')) return;
  if (exists && !flags.has('o')) throw new CommandError(`${shown} already exists: say -o to overwrite or -n to keep it`, 1);
  // A link that is there must not be written through.
  if (exists) system.sync('removeTree', target, true);
  files.writeBytes(target, bytes);
  if (!flags.has('q')) await stdout.writeLine(`  inflating: ${shown.padEnd(22)}  `);
}

async function list(path: string, entries: readonly (readonly [string, Uint8Array])[], { stdout }: CommandContext): Promise<number> {
  await stdout.write(`Archive:  ${path}\n  Length      Date    Time    Name\n---------  ---------- -----   ----\n`);
  let total = 0;
  for (const [name, bytes] of entries) {
    total += bytes.length;
    await stdout.writeLine(`${String(bytes.length).padStart(9)}  ${'-'.repeat(10)} ${'-'.repeat(5)}   ${name}`);
  }
  await stdout.write(
    `---------                     -------\n${String(total).padStart(9)}                     ${entries.length} file${entries.length === 1 ? '' : 's'}\n`,
  );
  return 0;
}
