import type { CommandContext } from '../../command.ts';
import { CommandError } from '../../command.ts';
import { lastOption } from '../../last-option.ts';
import type { ParsedOptions } from '../../parse-options.ts';
import { parseOptions } from '../../parse-options.ts';
import type { Backup } from './backup.ts';
import { backupOf } from './backup.ts';

export interface CopyOptions {
  isRecursive: boolean;
  /** The links that are followed: those named by operands, all, or none. */
  following: 'none' | 'operands' | 'all';
  preserved: ReadonlySet<Attribute>;
  /** The kind of link to create instead of a copy. */
  link: 'hard' | 'symbolic' | null;
  /** The treatment of existing files. */
  overwriting: 'yes' | 'no' | 'ask';
  isForced: boolean;
  isUpdating: boolean;
  isVerbose: boolean;
  isWithParents: boolean;
  isRemovingFirst: boolean;
  isWithoutContent: boolean;
  backup: Backup | null;
}

type Attribute = 'mode' | 'timestamps' | 'links';

interface CopyCommand {
  options: CopyOptions;
  operands: string[];
  /** The folder of `-t`. */
  folder: string | null;
  /** `-T`. */
  isPlainTarget: boolean;
}

const HINT = "\nTry 'cp --help' for more information.";
const ATTRIBUTES = ['mode', 'timestamps', 'ownership', 'links', 'context', 'xattr', 'all'];

export function copyCommand(context: CommandContext): CopyCommand {
  const parsed = parseOptions(context, {
    flags: 'rRafnpPLHdviuTlsxb',
    values: 'tS',
    long: {
      recursive: 'r',
      archive: 'a',
      force: 'f',
      interactive: 'i',
      'no-clobber': 'n',
      verbose: 'v',
      update: 'u',
      link: 'l',
      'symbolic-link': 's',
      'target-directory': 't',
      'no-target-directory': 'T',
      dereference: 'L',
      'no-dereference': 'P',
      'one-file-system': 'x',
      suffix: 'S',
    },
    longOptional: ['preserve', 'backup', 'reflink'],
    longValues: ['no-preserve', 'sparse'],
    longFlags: ['parents', 'remove-destination', 'strip-trailing-slashes', 'attributes-only'],
  });
  const { flags, operands, value } = parsed;
  const last = lastOption(context.args, { among: 'in', values: 'tS', long: { interactive: 'i', 'no-clobber': 'n' } });
  const options: CopyOptions = {
    isRecursive: flags.has('r') || flags.has('R') || flags.has('a'),
    following: followingOf(context, flags),
    preserved: preservedOf(parsed),
    link: flags.has('l') ? 'hard' : flags.has('s') ? 'symbolic' : null,
    overwriting: last === 'i' ? 'ask' : last === 'n' ? 'no' : 'yes',
    isForced: flags.has('f'),
    isUpdating: flags.has('u'),
    isVerbose: flags.has('v'),
    isWithParents: flags.has('parents'),
    isRemovingFirst: flags.has('remove-destination'),
    isWithoutContent: flags.has('attributes-only'),
    backup: backupOf(context, parsed),
  };
  if (flags.has('l') && flags.has('s')) throw new CommandError(`cannot make both hard and symbolic links${HINT}`);
  if (options.backup !== null && last === 'n') throw new CommandError(`options --backup and --no-clobber are mutually exclusive${HINT}`);
  if (value('t') !== null && flags.has('T'))
    throw new CommandError('cannot combine --target-directory (-t) and --no-target-directory (-T)');
  const isStripping = flags.has('strip-trailing-slashes');
  return {
    options,
    operands: isStripping ? operands.map((path) => path.replace(/(?<=[^/])\/+$/, '')) : operands,
    folder: value('t'),
    isPlainTarget: flags.has('T'),
  };
}

/** Links are followed unless folders are copied; of contradicting letters, the last one wins. */
function followingOf({ args }: CommandContext, flags: ReadonlySet<string>): CopyOptions['following'] {
  const long = { archive: 'a', dereference: 'L', 'no-dereference': 'P' };
  const last = lastOption(args, { among: 'LPHda', values: 'tS', long });
  if (last === 'L') return 'all';
  if (last === 'H') return 'operands';
  if (last !== null) return 'none';
  if (flags.has('l')) return 'none';
  return flags.has('r') || flags.has('R') ? 'none' : 'all';
}

/** All files belong to one user and have no contexts or extended attributes, so three of GNU's attributes remain. */
function preservedOf({ flags, values }: ParsedOptions): Set<Attribute> {
  const preserved = new Set<Attribute>();
  const change = (name: 'preserve' | 'no-preserve', list: string, isKept: boolean) => {
    for (const word of list.split(',')) {
      const found = ATTRIBUTES.filter((attribute) => attribute.startsWith(word));
      if (word === '' || found.length !== 1) {
        const words = ATTRIBUTES.map((attribute) => `\n  - '${attribute}'`).join('');
        throw new CommandError(`invalid argument '${word}' for '--${name}'\nValid arguments are:${words}${HINT}`);
      }
      for (const attribute of ['mode', 'timestamps', 'links'] as const) {
        if (found[0] !== 'all' && found[0] !== attribute) continue;
        if (isKept) preserved.add(attribute);
        else preserved.delete(attribute);
      }
    }
  };
  if (flags.has('a')) change('preserve', 'all', true);
  if (flags.has('d')) change('preserve', 'links', true);
  if (flags.has('p')) change('preserve', 'mode,timestamps', true);
  for (const list of values.get('preserve') ?? []) change('preserve', list === '' ? 'mode,timestamps' : list, true);
  for (const list of values.get('no-preserve') ?? []) change('no-preserve', list, false);
  return preserved;
}
