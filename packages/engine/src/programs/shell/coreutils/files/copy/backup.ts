import { baseName, directoryName } from '../../../text/resolve-path.ts';
import type { CommandContext } from '../../command.ts';
import { CommandError } from '../../command.ts';
import type { ParsedOptions } from '../../parse-options.ts';

export interface Backup {
  control: 'simple' | 'existing' | 'numbered';
  suffix: string;
}

const CONTROLS: ReadonlyMap<string, Backup['control'] | null> = new Map([
  ['none', null],
  ['off', null],
  ['simple', 'simple'],
  ['never', 'simple'],
  ['existing', 'existing'],
  ['nil', 'existing'],
  ['numbered', 'numbered'],
  ['t', 'numbered'],
]);

/** Returns the backup settings of `-b`, `--backup[=CONTROL]` and `-S SUFFIX`, or null to overwrite existing files. */
export function backupOf({ name, env }: CommandContext, { flags, value }: ParsedOptions): Backup | null {
  const suffix = value('S') ?? env.get('SIMPLE_BACKUP_SUFFIX') ?? '~';
  const given = value('backup');
  if (given === null && !flags.has('b') && value('S') === null) return null;
  const word = given === null || given === '' ? (env.get('VERSION_CONTROL') ?? 'existing') : given;
  const control = CONTROLS.get(word);
  if (control === undefined) {
    const words = "  - 'none', 'off'\n  - 'simple', 'never'\n  - 'existing', 'nil'\n  - 'numbered', 't'";
    const origin = given === null || given === '' ? '$VERSION_CONTROL' : 'backup type';
    throw new CommandError(
      `invalid argument '${word}' for '${origin}'\nValid arguments are:\n${words}\nTry '${name} --help' for more information.`,
    );
  }
  return control === null ? null : { control, suffix: suffix === '' || suffix.includes('/') ? '~' : suffix };
}

/** Renames an existing file to its backup name, and returns the new path. */
export function makeBackup({ files, system }: CommandContext, path: string, { control, suffix }: Backup): string {
  const plain = path.replace(/\/+$/, '');
  const name = baseName(plain);
  const numbers = files
    .list(directoryName(plain))
    .filter((item) => item.name.startsWith(`${name}.~`))
    .map((item) => Number(/^(\d+)~$/.exec(item.name.slice(name.length + 2))?.[1] ?? '0'));
  const highest = Math.max(0, ...numbers);
  const isNumbered = control === 'numbered' || (control === 'existing' && highest > 0);
  const backup = isNumbered ? `${plain}.~${highest + 1}~` : plain + suffix;
  system.sync('rename', files.resolve(plain), files.resolve(backup));
  return backup;
}
