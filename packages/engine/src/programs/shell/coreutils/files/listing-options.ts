import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { isColored } from '../is-colored.ts';
import { parseOptions } from '../parse-options.ts';

export interface ListingOptions {
  paths: readonly string[];
  flags: ReadonlySet<string>;
  /** The line width given by `-w`. */
  width: number | null;
  timeFormats: TimeFormats;
  isColored: boolean;
}

interface TimeFormats {
  recent: string;
  old: string;
}

/** The words of `--sort` and their letters; `null` sorts by name. */
const SORT_FLAGS: ReadonlyMap<string, string | null> = new Map([
  ['none', 'U'],
  ['size', 'S'],
  ['time', 't'],
  ['version', 'v'],
  ['extension', 'X'],
  ['name', null],
]);

const FULL_TIME = '%Y-%m-%d %H:%M:%S.%N %z';
const TIME_STYLES: ReadonlyMap<string, TimeFormats> = new Map([
  ['full-iso', { recent: FULL_TIME, old: FULL_TIME }],
  ['long-iso', { recent: '%Y-%m-%d %H:%M', old: '%Y-%m-%d %H:%M' }],
  ['iso', { recent: '%m-%d %H:%M', old: '%Y-%m-%d ' }],
  ['locale', { recent: '%b %e %H:%M', old: '%b %e  %Y' }],
]);

/** @throws CommandError (exit code 2) for options that ls does not know */
export function listingOptions(context: CommandContext): ListingOptions {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'alA1RhdFpirtSUXfCmxnoGgsLNQv',
    long: {
      all: 'a',
      'almost-all': 'A',
      recursive: 'R',
      'human-readable': 'h',
      directory: 'd',
      classify: 'F',
      inode: 'i',
      reverse: 'r',
      'numeric-uid-gid': 'n',
      'no-group': 'G',
      dereference: 'L',
      width: 'w',
    },
    longFlags: ['group-directories-first', 'full-time'],
    longOptional: ['color'],
    longValues: ['sort', 'time-style'],
    values: 'w',
    exitCode: 2,
  });
  const order = value('sort');
  const orderFlag = order === null ? null : SORT_FLAGS.get(order);
  if (orderFlag === undefined) throw new CommandError(`invalid argument '${order}' for '--sort'\nTry 'ls --help' for more information.`, 2);
  return {
    paths: operands.length === 0 ? ['.'] : operands,
    flags: orderFlag === null ? flags : new Set([...[...flags].filter((flag) => !'tSvXU'.includes(flag)), orderFlag]),
    width: value('w') === null ? null : Number(value('w')) || Number.POSITIVE_INFINITY,
    timeFormats: timeFormats(value('time-style'), flags.has('full-time')),
    isColored: isColored(context, (value('color') ?? 'auto') || 'always'),
  };
}

/** Returns the formats of `--time-style`: a name, or `+FORMAT`, whose second line applies to recent files. */
function timeFormats(style: string | null, isFull: boolean): TimeFormats {
  const name = style ?? (isFull ? 'full-iso' : 'locale');
  if (name.startsWith('+')) {
    const [old = '', recent = old] = name.slice(1).split('\n');
    return { recent, old };
  }
  const formats = TIME_STYLES.get(name.replace(/^posix-/, ''));
  if (formats === undefined)
    throw new CommandError(`invalid argument '${name}' for 'time style'\nTry 'ls --help' for more information.`, 2);
  return formats;
}
