import { OpenFlag } from '../../../../abi/system-calls.ts';
import { errorCode, errorText } from '../../text/error-text.ts';
import { LocalTimes } from '../../text/local-times.ts';
import { parseDate } from '../../text/parse-date.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

const HINT = "\nTry 'touch --help' for more information.";
/** The words of `--time` and their letters. */
const TIMES: ReadonlyMap<string, string> = new Map([
  ['atime', 'a'],
  ['access', 'a'],
  ['use', 'a'],
  ['mtime', 'm'],
  ['modify', 'm'],
]);

interface Times {
  accessedAt: number;
  modifiedAt: number;
}

/** Implements `touch` without `-h`: the times of a link cannot be set here. */
export const touch: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'camf',
    values: 'drt',
    long: { 'no-create': 'c', date: 'd', reference: 'r' },
    longValues: ['time'],
  });
  const word = value('time');
  const time = word === null ? null : TIMES.get(word);
  if (time === undefined) {
    const words = "  - 'atime', 'access', 'use'\n  - 'mtime', 'modify'";
    throw new CommandError(`invalid argument '${word}' for '--time'\nValid arguments are:\n${words}${HINT}`);
  }
  const times = timesOf(value('r'), value('d'), value('t'), context);
  if (operands.length === 0) throw new CommandError(`missing file operand${HINT}`);
  const isOf = (letter: string) => flags.has(letter) || time === letter;
  const { files, system } = context;
  let exitCode = 0;
  for (const path of operands) {
    try {
      if (files.find(path) === null) {
        if (flags.has('c')) continue;
        system.sync('close', system.sync('open', files.resolve(path), OpenFlag.WRITE_ONLY | OpenFlag.CREATE, 0o666));
      }
      const now = files.stat(path);
      system.sync(
        'utimes',
        files.resolve(path),
        isOf('m') && !isOf('a') ? now.accessedAt : times.accessedAt,
        isOf('a') && !isOf('m') ? now.modifiedAt : times.modifiedAt,
      );
    } catch (error) {
      if (errorCode(error) === null) throw error;
      await context.stderr.writeLine(`touch: cannot touch '${path}': ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};

/** With `-r`, a date may be relative to that file's times (`-d '+1 day'`). */
function timesOf(reference: string | null, date: string | null, moment: string | null, { files, env }: CommandContext): Times {
  const start = reference === null ? null : files.find(reference);
  if (reference !== null && start === null) throw new CommandError(`failed to get attributes of '${reference}': No such file or directory`);
  const at = (from: number) => {
    const result =
      date === null
        ? start === null
          ? stamp(moment, new LocalTimes(env).date)
          : from
        : (parseDate(date, from, new LocalTimes(env).date)?.getTime() ?? null);
    if (result === null) throw new CommandError(`invalid date format '${date ?? moment}'`);
    return result;
  };
  const now = Date.now();
  return { accessedAt: at(start?.accessedAt ?? now), modifiedAt: at(start?.modifiedAt ?? now) };
}

/** Parses `[[CC]YY]MMDDhhmm[.ss]`; returns the current time without one. */
function stamp(text: string | null, zoned: DateConstructor): number | null {
  if (text === null) return Date.now();
  const match = /^(\d{2}|\d{4})?(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{2}))?$/.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const full =
    year === undefined ? new zoned().getFullYear() : year.length === 4 ? Number(year) : Number(year) + (Number(year) < 69 ? 2000 : 1900);
  return new zoned(full, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second ?? '0')).getTime();
}
