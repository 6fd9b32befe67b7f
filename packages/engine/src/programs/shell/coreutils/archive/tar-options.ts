import { patternRegExp } from '../../text/glob-pattern.ts';
import { resolvePath } from '../../text/resolve-path.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import type { NameKind } from './tar-transform.ts';
import { tarTransform } from './tar-transform.ts';

export interface TarOptions {
  flags: ReadonlySet<string>;
  archive: string;
  isZipped: boolean;
  /** The given names, each with the folder of the preceding `-C`. */
  operands: { path: string; folder: string }[];
  /** The folder of the last `-C`. */
  folder: string;
  excluded: readonly RegExp[];
  /** The number of leading path components that are removed. */
  strip: number;
  transform: (name: string, kind: NameKind) => string;
}

/** Represents a `-C` among the operands, because its position matters. */
const FOLDER_MARK = '\0';

export const TAR_HINT = "\nTry 'tar --help' or 'tar --usage' for more information.";
export const NOT_RECOVERABLE = '\ntar: Error is not recoverable: exiting now';

export function tarOptions(context: CommandContext): TarOptions {
  const [first = '', ...rest] = context.args;
  // The oldest form has no dash: `tar xzf file`; its letters take their values from the following words, in order.
  const args = first !== '' && !first.startsWith('-') ? oldStyle(first, rest) : context.args;
  const { flags, operands, values, value } = parseOptions(
    { name: 'tar', args: withFolderMarks(args) },
    {
      others: ['-C FOLDER, --directory=FOLDER'],
      flags: 'cxtzvpkOhjJZam',
      values: 'f',
      long: {
        create: 'c',
        extract: 'x',
        get: 'x',
        list: 't',
        gzip: 'z',
        gunzip: 'z',
        bzip2: 'j',
        xz: 'J',
        verbose: 'v',
        file: 'f',
        'to-stdout': 'O',
        dereference: 'h',
        'keep-old-files': 'k',
        'auto-compress': 'a',
        touch: 'm',
        'preserve-permissions': 'p',
        'same-permissions': 'p',
        xform: 'transform',
        compress: 'Z',
      },
      longValues: ['strip-components', 'exclude', 'transform'],
      longFlags: [
        'no-same-owner',
        'no-same-permissions',
        'overwrite',
        'skip-old-files',
        'wildcards',
        'show-transformed-names',
        'lzma',
        'zstd',
      ],
      exitCode: 64,
    },
  );
  const archive = value('f') ?? '-';
  refuseOtherPacking(flags, archive);
  const placed = placedOperands(operands, context);
  const strip = value('strip-components') ?? '0';
  if (!/^\d+$/.test(strip)) throw new CommandError(`${strip}: Invalid number of elements${TAR_HINT}`, 2);
  return {
    ...placed,
    flags,
    archive,
    isZipped: flags.has('z') || (flags.has('a') && /\.(?:t?gz|taz)$/.test(archive)),
    excluded: (values.get('exclude') ?? []).map((pattern) => patternRegExp(pattern)),
    strip: Number(strip),
    transform: tarTransform(values.get('transform') ?? []),
  };
}

/** Refuses other compression formats: an archive under a wrong name would be worse than none. */
function refuseOtherPacking(flags: ReadonlySet<string>, archive: string): void {
  const isBy = (flag: string, name: RegExp) => flags.has(flag) || (flags.has('a') && flags.has('c') && name.test(archive));
  const other = [
    isBy('j', /\.(?:t?bz2|tbz|tz2)$/) ? 'bzip2' : '',
    isBy('J', /\.t?xz$/) ? 'xz' : '',
    isBy('Z', /\.Z$/) ? 'compress' : '',
    isBy('lzma', /\.lzma$/) ? 'lzma' : '',
    isBy('zstd', /\.t?zst$/) ? 'zstd' : '',
  ].find((name) => name !== '');
  if (other !== undefined) throw notHere(other);
}

/** @returns the error for a compression format other than gzip */
export function notHere(name: string): CommandError {
  return new CommandError(`${name} is not available here; use z for gzip`, 2);
}

function oldStyle(letters: string, words: readonly string[]): string[] {
  const rest = [...words];
  const result: string[] = [];
  for (const letter of letters) result.push(...('fC'.includes(letter) ? [`-${letter}`, rest.shift() ?? ''] : [`-${letter}`]));
  return [...result, ...rest];
}

/** `-C` only applies to the names after it, so it keeps its position as an operand. */
function withFolderMarks(args: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--') return [...result, ...args.slice(index)];
    const joined = /^--dir(?:e(?:c(?:t(?:o(?:ry?)?)?)?)?)?=([\s\S]*)$/.exec(argument) ?? /^-C([\s\S]+)$/.exec(argument);
    const letters = /^-([^-fC]*)C$/.exec(argument);
    if (joined !== null) result.push(FOLDER_MARK + (joined[1] ?? ''));
    else if (letters !== null || /^--dir(?:e(?:c(?:t(?:o(?:ry?)?)?)?)?)?$/.test(argument)) {
      index += 1;
      const folder = args[index];
      if (folder === undefined) throw new CommandError(`option requires an argument -- 'C'${TAR_HINT}`, 64);
      if (letters?.[1] !== undefined && letters[1] !== '') result.push(`-${letters[1]}`);
      result.push(FOLDER_MARK + folder);
    } else {
      result.push(argument);
      // The value may look like another option.
      if (/^-[^-f]*f$/.test(argument) && index + 1 < args.length) {
        index += 1;
        result.push(args[index] ?? '');
      }
    }
  }
  return result;
}

function placedOperands(words: readonly string[], { cwd, files }: CommandContext): Pick<TarOptions, 'operands' | 'folder'> {
  const operands: TarOptions['operands'] = [];
  let folder = cwd;
  for (const word of words) {
    if (!word.startsWith(FOLDER_MARK)) {
      operands.push({ path: word, folder });
      continue;
    }
    const given = word.slice(FOLDER_MARK.length);
    folder = resolvePath(folder, given);
    const status = files.find(folder);
    if (status?.kind !== 'directory') {
      throw new CommandError(
        `${given}: Cannot open: ${status === null ? 'No such file or directory' : 'Not a directory'}${NOT_RECOVERABLE}`,
        2,
      );
    }
  }
  return { operands, folder };
}
