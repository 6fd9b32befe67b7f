import type { GzipOptions } from 'fflate';
import { gzipSync } from 'fflate';
import { errorCode, errorText } from '../../text/error-text.ts';
import { LocalTimes } from '../../text/local-times.ts';
import { baseName, directoryName, joinPath } from '../../text/resolve-path.ts';
import { askUser } from '../ask-user.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import type { GzipContent } from './unpack-gzip.ts';
import { isGzip, unpackGzip } from './unpack-gzip.ts';

/** Implements `gzip`, `gunzip` and `zcat`. */
export const gzip: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'cdfklnNqrvt123456789',
    values: 'S',
    long: {
      stdout: 'c',
      'to-stdout': 'c',
      decompress: 'd',
      uncompress: 'd',
      force: 'f',
      keep: 'k',
      list: 'l',
      'no-name': 'n',
      name: 'N',
      quiet: 'q',
      verbose: 'v',
      best: '9',
      fast: '1',
      test: 't',
      recursive: 'r',
      suffix: 'S',
    },
    longFlags: ['rsyncable', 'synchronous'],
  });
  const run = new GzipRun(context, flags, value('S') ?? '.gz');
  for (const path of operands.length === 0 ? ['-'] : operands) await run.treat(path);
  await run.finish();
  return run.exitCode;
};

const SUFFIXES = ['.gz', '.z', '.tgz', '.taz', '-gz', '-z', '_z'];
const TITLES = 'compressed        uncompressed  ratio uncompressed_name';

class GzipRun {
  /** 2 after a warning, 1 after an error. */
  exitCode = 0;
  readonly #context: CommandContext;
  readonly #flags: ReadonlySet<string>;
  readonly #suffix: string;
  readonly #isUnpacking: boolean;
  /** True when no file in a folder is changed. */
  readonly #isToOutput: boolean;
  readonly #listed = { count: 0, archive: 0, content: 0, header: 0 };

  constructor(context: CommandContext, flags: ReadonlySet<string>, suffix: string) {
    this.#context = context;
    this.#flags = flags;
    this.#suffix = suffix;
    this.#isUnpacking = flags.has('d') || flags.has('t') || flags.has('l') || context.name !== 'gzip';
    this.#isToOutput = flags.has('c') || flags.has('t') || flags.has('l') || context.name === 'zcat';
  }

  async treat(path: string): Promise<void> {
    if (path === '-') return this.#treatInput();
    const { files } = this.#context;
    const found = this.#found(path);
    const status = files.find(found);
    const isLink = !this.#isToOutput && !this.#flags.has('f') && files.find(found, false)?.kind === 'symlink';
    if (isLink && status?.kind !== 'directory') return this.#error(`${found}: Too many levels of symbolic links`);
    if (status === null) return this.#error(`${found}: No such file or directory`);
    if (status.kind === 'directory') {
      if (!this.#flags.has('r')) return this.#warn(`${path} is a directory -- ignored`);
      for (const { name } of files.list(path)) await this.treat(joinPath(path, name));
      return;
    }
    const isNamed = this.#flags.has('r') || !(this.#flags.has('t') || this.#flags.has('l') || this.#isToOutput);
    // Inside a folder, files that do not apply are skipped silently.
    const isVerbose = this.#flags.has('v') || (!this.#flags.has('r') && !this.#flags.has('q'));
    if (this.#isUnpacking && isNamed && this.#suffixOf(found) === null) {
      if (isVerbose) await this.#warn(`${found}: unknown suffix -- ignored`);
      return;
    }
    if (!this.#isUnpacking && !this.#isToOutput && this.#suffixOf(found) !== null) {
      if (isVerbose) await this.#context.stderr.writeLine(`gzip: ${found} already has ${this.#suffixOf(found)} suffix -- unchanged`);
      return;
    }
    try {
      await this.#treatFile(found);
    } catch (error) {
      if (errorCode(error) === null || errorCode(error) === 'EPIPE') throw error;
      await this.#error(`${found}: ${errorText(error)}`);
    }
  }

  /** A file to unpack may be named without its suffix. */
  #found(path: string): string {
    const { files } = this.#context;
    if (!this.#isUnpacking || files.find(path, false) !== null || this.#suffixOf(path) !== null) return path;
    const names = [this.#suffix, ...SUFFIXES].map((suffix) => path + suffix);
    return names.find((name) => files.find(name, false) !== null) ?? path + this.#suffix;
  }

  #suffixOf(path: string): string | null {
    const known = this.#isUnpacking || this.#suffix === '.gz' ? [this.#suffix, ...SUFFIXES] : [this.#suffix];
    return known.find((suffix) => path.toLowerCase().endsWith(suffix) && baseName(path).length > suffix.length) ?? null;
  }

  async #treatInput(): Promise<void> {
    const { stdin, stdout } = this.#context;
    if (!this.#isUnpacking && stdout.isTerminal && !this.#flags.has('f')) {
      throw new CommandError('compressed data not written to a terminal. Use -f to force compression.\nFor help, type: gzip -h');
    }
    const bytes = await stdin.readAll();
    if (!this.#isUnpacking) await stdout.writeBytes(gzipSync(bytes, this.#packOptions(null, 0)));
    else {
      const unpacked = await this.#unpack(bytes, 'stdin');
      if (unpacked === null) return;
      if (this.#flags.has('l')) await this.#list('stdout', bytes, unpacked);
      else if (!this.#flags.has('t')) await stdout.writeBytes(unpacked.content);
      if (this.#flags.has('t') && this.#flags.has('v')) await this.#context.stderr.writeLine('stdin:\t OK');
    }
  }

  async #treatFile(path: string): Promise<void> {
    const { files, stdout, stderr, system } = this.#context;
    const status = files.find(path) ?? files.stat(path);
    const bytes = await files.readBytes(path);
    let result: Uint8Array;
    let [whole, packed] = [bytes.length, 0];
    let name: string | null = null;
    if (this.#isUnpacking) {
      const unpacked = await this.#unpack(bytes, path);
      if (unpacked === null) return;
      if (this.#flags.has('t')) {
        if (this.#flags.has('v')) await stderr.writeLine(`${path}:\t OK`);
        return;
      }
      if (this.#flags.has('l')) {
        await this.#list(path.slice(0, path.length - (this.#suffixOf(path)?.length ?? 0)), bytes, unpacked);
        return;
      }
      result = unpacked.content;
      name = unpacked.name;
      [whole, packed] = [result.length, unpacked.packedSize];
    } else {
      result = gzipSync(bytes, this.#packOptions(baseName(path), status.modifiedAt));
      packed = packedSizeOf(result, this.#flags.has('n') ? '' : baseName(path));
    }
    const target = this.#isToOutput ? null : this.#target(path, name);
    if (target === null) await stdout.writeBytes(result);
    else {
      if (!(await this.#mayWrite(target))) return;
      files.writeBytes(target, result, status.mode);
      system.sync('chmod', files.resolve(target), status.mode);
      system.sync('utimes', files.resolve(target), status.accessedAt, status.modifiedAt);
      if (!this.#flags.has('k')) system.sync('unlink', files.resolve(path));
    }
    if (!this.#flags.has('v')) return;
    const verb = this.#flags.has('k') && target !== null ? 'created' : 'replaced with';
    await stderr.writeLine(`${path}:\t${ratio(whole, packed)} -- ${verb} ${target ?? 'stdout'}`);
  }

  #target(path: string, name: string | null): string {
    if (!this.#isUnpacking) return path + this.#suffix;
    // The name is untrusted: only its last part is used.
    if (this.#flags.has('N') && name !== null && !['', '.', '..', '/'].includes(baseName(name))) {
      return directoryName(path) === '.' ? baseName(name) : joinPath(directoryName(path), baseName(name));
    }
    const suffix = this.#suffixOf(path) ?? '';
    return path.slice(0, path.length - suffix.length) + (/^\.t[ga]z$/.test(suffix) ? '.tar' : '');
  }

  async #mayWrite(target: string): Promise<boolean> {
    const { files, stdin, system } = this.#context;
    if (files.find(target, false) === null) return true;
    if (!this.#flags.has('f')) {
      const question = `${target} already exists; do you wish to overwrite (y or n)?`;
      if (!stdin.isTerminal) {
        await this.#warn(`${target} already exists;\tnot overwritten`);
        return false;
      }
      if (!(await askUser({ ...this.#context, name: 'gzip' }, question))) {
        await this.#context.stderr.writeLine('\tnot overwritten');
        this.exitCode ||= 2;
        return false;
      }
    }
    system.sync('unlink', files.resolve(target));
    return true;
  }

  /** Returns null if unpacking failed; the failure was reported. */
  async #unpack(bytes: Uint8Array, name: string): Promise<GzipContent | null> {
    if (!isGzip(bytes)) {
      const isPassed = this.#flags.has('f') && this.#isToOutput && !this.#flags.has('t') && !this.#flags.has('l');
      if (isPassed) return { content: bytes, packedSize: bytes.length, crc: 0, name: null, modifiedAt: 0, problem: null, isTrailed: false };
      await this.#error(`${name}: ${bytes.length === 0 ? 'unexpected end of file' : 'not in gzip format'}`, '\n');
      return null;
    }
    const unpacked = unpackGzip(bytes);
    if (unpacked.problem !== null) {
      // When the output is only shown, the part that could be unpacked is still written.
      if (this.#isToOutput && !this.#flags.has('t') && !this.#flags.has('l')) await this.#context.stdout.writeBytes(unpacked.content);
      await this.#error(`${name}: ${unpacked.problem}`, '\n');
      return null;
    }
    if (unpacked.isTrailed) await this.#warn(`${name}: decompression OK, trailing garbage ignored`, '\n');
    return unpacked;
  }

  async #list(name: string, bytes: Uint8Array, { content, packedSize, crc, modifiedAt }: GzipContent): Promise<void> {
    const { stdout } = this.#context;
    const isLong = this.#flags.has('v');
    if (this.#listed.count === 0 && !this.#flags.has('q')) {
      await stdout.writeLine(`${isLong ? 'method  crc     date  time  ' : ''}${' '.repeat(9)}${TITLES}`);
    }
    this.#listed.count += 1;
    this.#listed.archive += bytes.length;
    this.#listed.content += content.length;
    this.#listed.header = bytes.length - packedSize;
    const date = new LocalTimes(this.#context.env).format(modifiedAt * 1000, '%b %e %H:%M');
    const long = isLong ? `defla ${crc.toString(16).padStart(8, '0')} ${date} ` : '';
    await stdout.writeLine(`${long}${sizes(bytes.length, content.length)} ${ratio(content.length, packedSize)} ${name}`);
  }

  /** Writes the last line of `-l` when several files were listed. */
  async finish(): Promise<void> {
    const { count, archive, content, header } = this.#listed;
    if (count < 2 || this.#flags.has('q')) return;
    const long = this.#flags.has('v') ? ' '.repeat(28) : '';
    await this.#context.stdout.writeLine(`${long}${sizes(archive, content)} ${ratio(content, archive - header)} (totals)`);
  }

  #packOptions(filename: string | null, modifiedAt: number): GzipOptions {
    const level = [...this.#flags].findLast((flag) => /^[1-9]$/.test(flag));
    const isNamed = filename !== null && !this.#flags.has('n');
    // The check for these letters guarantees 1 to 9.
    const common = level === undefined ? {} : { level: Number(level) as NonNullable<GzipOptions['level']> };
    return isNamed ? { ...common, filename, mtime: modifiedAt } : { ...common, mtime: 0 };
  }

  async #warn(message: string, before = ''): Promise<void> {
    if (!this.#flags.has('q')) await this.#context.stderr.writeLine(`${before}gzip: ${message}`);
    this.exitCode ||= 2;
  }

  async #error(message: string, before = ''): Promise<void> {
    await this.#context.stderr.writeLine(`${before}gzip: ${message}`);
    this.exitCode = 1;
  }
}

/** Returns the size without the header (including its name) and the trailer. */
function packedSizeOf(archive: Uint8Array, name: string): number {
  return archive.length - 18 - (name === '' ? 0 : new TextEncoder().encode(name).length + 1);
}

/** Returns the percentage saved; negative if the archive is larger. */
function ratio(whole: number, packed: number): string {
  return `${(whole === 0 ? 0 : (100 * (whole - packed)) / whole).toFixed(1).padStart(5)}%`;
}

function sizes(archive: number, content: number): string {
  return `${String(archive).padStart(19)} ${String(content).padStart(19)}`;
}
