import { unzipSync } from 'fflate';
import { formatTime } from '../../text/format-time.ts';
import { patternRegExp } from '../../text/glob-pattern.ts';
import { directoryName, resolvePath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { readAnswer } from '../read-answer.ts';
import type { ZipEntry } from './zip-directory.ts';
import { isLinkMode, readZipDirectory } from './zip-directory.ts';

/** Info-ZIP's exit code when something could not be written. */
const NOT_WRITTEN = 50;

interface PackedFile extends ZipEntry {
  bytes: Uint8Array;
}

/** Implements `unzip`: -l, -v, -o, -n, -u, -f, -q, -d folder, -p, -t, -j, -Z1, and names to extract or (-x) exclude. */
export const unzip: Command = async (context) => {
  const { flags, operands, values, value } = parseOptions(context, { flags: 'lonqptjuvfZ1', values: 'dx', exitCode: 10 });
  const [archive, ...wanted] = operands;
  if (archive === undefined) throw new CommandError('usage: unzip [-opts] file[.zip] [list] [-x xlist] [-d exdir]', 10);
  if (flags.has('Z') !== flags.has('1')) throw new CommandError('of -Z there is only -Z1 here', 10);
  const path = [archive, `${archive}.zip`].find((candidate) => context.files.find(candidate)?.kind === 'file');
  if (path === undefined) {
    await context.stderr.writeLine(`unzip:  cannot find or open ${archive}, ${archive}.zip or ${archive}.ZIP.`);
    return 9;
  }
  const matches = (patterns: readonly string[]) => {
    const expressions = patterns.map((pattern) => patternRegExp(pattern));
    return (name: string) => expressions.some((expression) => expression.test(name));
  };
  const [isWanted, isLeft] = [matches(wanted), matches(values.get('x') ?? [])];
  const chosen = (await load(path, context)).filter(({ name }) => (wanted.length === 0 || isWanted(name)) && !isLeft(name));
  if (chosen.length === 0 && (wanted.length > 0 || values.has('x'))) {
    if (!['q', 'l', 'v', 'p', 'Z'].some((flag) => flags.has(flag))) await context.stdout.writeLine(`Archive:  ${path}`);
    for (const name of wanted) await context.stderr.writeLine(`caution: filename not matched:  ${name}`);
    return 11;
  }
  if (flags.has('Z')) {
    for (const { name } of chosen) await context.stdout.writeLine(name);
    return 0;
  }
  if (flags.has('v') && !flags.has('t')) return listVerbosely(path, chosen, context);
  if (flags.has('l')) return list(path, chosen, context);
  if (flags.has('p')) {
    for (const { bytes } of chosen) await context.stdout.writeBytes(bytes);
    return 0;
  }
  if (!flags.has('q')) await context.stdout.writeLine(`Archive:  ${path}`);
  if (flags.has('t')) {
    if (!flags.has('q')) for (const { name } of chosen) await context.stdout.writeLine(`    testing: ${name.padEnd(22)}   OK`);
    await context.stdout.writeLine(`No errors detected in compressed data of ${path}.`);
    return 0;
  }
  const extraction = new Extraction(context, flags, value('d'));
  for (const entry of chosen) await extraction.extract(entry);
  return extraction.finish();
};

async function load(path: string, context: CommandContext): Promise<PackedFile[]> {
  const archive = await context.files.readBytes(path);
  let contents: Record<string, Uint8Array>;
  try {
    contents = unzipSync(archive);
  } catch {
    throw new CommandError(
      ` End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it constitutes one disk of a multi-part archive.\nunzip:  cannot find zipfile directory in ${path}`,
      9,
    );
  }
  const entries = readZipDirectory(archive);
  const unknown = { method: 8, packedSize: 0, crc: 0, modifiedAt: Date.now(), mode: 0 };
  return Object.entries(contents).map(([name, bytes]) => ({ ...unknown, size: bytes.length, ...entries.get(name), name, bytes }));
}

/**
 * Extracts entries. Names are untrusted: nothing is written outside the folder, and links are created last so that nothing is written
 * through them.
 */
class Extraction {
  readonly #context: CommandContext;
  readonly #flags: ReadonlySet<string>;
  readonly #folder: string | null;
  readonly #links: { shown: string; target: string; text: string }[] = [];
  #exitCode = 0;
  /** The answer that applies to all following entries. */
  #answer: 'A' | 'N' | null = null;

  constructor(context: CommandContext, flags: ReadonlySet<string>, folder: string | null) {
    this.#context = context;
    this.#flags = flags;
    this.#folder = folder;
  }

  async extract(entry: PackedFile): Promise<void> {
    const { files, system } = this.#context;
    const { name, bytes, modifiedAt, mode, method } = entry;
    const inner = this.#flags.has('j') ? name.slice(name.lastIndexOf('/') + 1) : name;
    if (inner === '' && this.#flags.has('j')) return;
    const target = this.#inside(inner, name);
    const shown = this.#folder === null ? inner : `${this.#folder.replace(/\/+$/, '')}/${inner}`;
    const existing = files.find(target, false);
    if (existing === null && this.#flags.has('f')) return;
    if (inner.endsWith('/')) {
      if (existing?.kind === 'directory') return;
      system.sync('mkdir', target, true, 0o755);
      await this.#say(`   creating: ${shown}`);
      return;
    }
    system.sync('mkdir', directoryName(target), true, 0o755);
    if (existing !== null) {
      const isNewer = Math.floor(modifiedAt / 1000) > Math.floor(existing.modifiedAt / 1000);
      if ((this.#flags.has('u') || this.#flags.has('f')) && !isNewer) return;
      if (!(await this.#mayReplace(shown))) return;
      // An archive never removes a user's folder, whatever its entry's name: an entry may be called `.`.
      if (existing.kind === 'directory') return this.#failTo(`cannot delete old ${shown}\n        Is a directory`);
      // An existing link must not be written through.
      system.sync('unlink', target);
    }
    if (isLinkMode(mode)) {
      const text = new TextDecoder().decode(bytes);
      this.#links.push({ shown, target, text });
      await this.#say(`    linking: ${shown.padEnd(22)}  -> ${text} `);
      return;
    }
    files.writeBytes(target, bytes);
    if ((mode & 0o777) !== 0) system.sync('chmod', target, mode & 0o777);
    system.sync('utimes', target, modifiedAt, modifiedAt);
    await this.#say(`${method === 0 ? ' extracting' : '  inflating'}: ${shown.padEnd(22)}  `);
  }

  /** Skips an entry; the others are still unpacked. */
  async #failTo(what: string): Promise<void> {
    await this.#context.stdout.flush();
    await this.#context.stderr.writeLine(`error:  ${what}`);
    this.#exitCode = NOT_WRITTEN;
  }

  async finish(): Promise<number> {
    if (this.#links.length > 0) await this.#say('finishing deferred symbolic links:');
    for (const { shown, target, text } of this.#links) {
      this.#context.system.sync('symlink', text, target);
      await this.#say(`  ${shown.padEnd(22)} -> ${text}`);
    }
    return this.#exitCode;
  }

  #inside(inner: string, name: string): string {
    const base = this.#context.files.resolve(this.#folder ?? '.');
    const target = resolvePath(base, inner.replace(/^\/+/, ''));
    if (target !== base && !target.startsWith(base === '/' ? '/' : `${base}/`))
      throw new CommandError(`${name}: the name leads outside the folder`, 2);
    return target;
  }

  async #mayReplace(shown: string): Promise<boolean> {
    if (this.#flags.has('n') || this.#answer === 'N') return false;
    if (this.#flags.has('o') || this.#answer === 'A') return true;
    const { stdin, stdout, stderr } = this.#context;
    await stdout.flush();
    await stderr.write(`replace ${shown}? [y]es, [n]o, [A]ll, [N]one, [r]ename: `);
    await stderr.flush();
    const answer = await readAnswer(stdin);
    if (answer === '') {
      await stderr.write(' NULL\n(EOF or read error, treating as "[N]one" ...)\n');
      this.#answer = 'N';
      this.#exitCode = 1;
      return false;
    }
    if (answer.startsWith('A') || answer.startsWith('N')) this.#answer = answer.startsWith('A') ? 'A' : 'N';
    return /^[yA]/.test(answer);
  }

  async #say(line: string): Promise<void> {
    if (!this.#flags.has('q')) await this.#context.stdout.writeLine(line);
  }
}

const date = (modifiedAt: number) => formatTime(new Date(modifiedAt), '%Y-%m-%d %H:%M');

async function list(path: string, entries: readonly PackedFile[], { stdout }: CommandContext): Promise<number> {
  await stdout.write(`Archive:  ${path}\n  Length      Date    Time    Name\n---------  ---------- -----   ----\n`);
  let total = 0;
  for (const { name, size, modifiedAt } of entries) {
    total += size;
    await stdout.writeLine(`${String(size).padStart(9)}  ${date(modifiedAt)}   ${name}`);
  }
  await stdout.write(`---------                     -------\n${String(total).padStart(9)}                     ${fileCount(entries)}\n`);
  return 0;
}

async function listVerbosely(path: string, entries: readonly PackedFile[], { stdout }: CommandContext): Promise<number> {
  await stdout.write(
    `Archive:  ${path}\n Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n--------  ------  ------- ---- ---------- ----- --------  ----\n`,
  );
  let [total, packed] = [0, 0];
  const saved = (whole: number, rest: number) => `${whole === 0 ? 0 : Math.round((100 * (whole - rest)) / whole)}%`.padStart(4);
  for (const { name, size, packedSize, method, crc, modifiedAt } of entries) {
    total += size;
    packed += packedSize;
    const columns = [
      `${String(size).padStart(8)}  ${method === 0 ? 'Stored' : 'Defl:N'}`,
      `${String(packedSize).padStart(8)} ${saved(size, packedSize)} ${date(modifiedAt)}`,
      `${crc.toString(16).padStart(8, '0')}  ${name}`,
    ];
    await stdout.writeLine(columns.join(' '));
  }
  const sums = `${String(total).padStart(8)}         ${String(packed).padStart(8)} ${saved(total, packed)}`;
  await stdout.write(`--------          -------  ---                            -------\n${sums}${' '.repeat(28)}${fileCount(entries)}\n`);
  return 0;
}

function fileCount({ length }: readonly PackedFile[]): string {
  return `${length} file${length === 1 ? '' : 's'}`;
}
