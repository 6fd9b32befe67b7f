import { OpenFlag } from '../../../../abi/system-calls.ts';
import { errorCode, errorText } from '../../text/error-text.ts';
import { parseDate } from '../../text/parse-date.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const touch: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'camh',
    values: 'drt',
    long: { 'no-create': 'c', date: 'd', reference: 'r' },
  });
  if (operands.length === 0) throw new CommandError("missing file operand\nTry 'touch --help' for more information.");
  const { files, system } = context;
  const reference = value('r');
  const dateText = value('d');
  const moment =
    reference !== null
      ? files.stat(reference).modifiedAt
      : dateText !== null
        ? (parseDate(dateText, Date.now())?.getTime() ?? null)
        : stamp(value('t'));
  if (moment === null) throw new CommandError(`invalid date format '${dateText ?? value('t')}'`);
  let exitCode = 0;
  for (const path of operands) {
    try {
      const status = files.find(path);
      if (status === null) {
        if (flags.has('c')) continue;
        system.sync('close', system.sync('open', files.resolve(path), OpenFlag.WRITE_ONLY | OpenFlag.CREATE, 0o666));
      }
      const now = files.stat(path);
      system.sync(
        'utimes',
        files.resolve(path),
        flags.has('m') && !flags.has('a') ? now.accessedAt : moment,
        flags.has('a') && !flags.has('m') ? now.modifiedAt : moment,
      );
    } catch (error) {
      if (errorCode(error) === null) throw error;
      await context.stderr.writeLine(`touch: cannot touch '${path}': ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};

/** `[[CC]YY]MMDDhhmm[.ss]`; the present without one. */
function stamp(text: string | null): number | null {
  if (text === null) return Date.now();
  const match = /^(\d{2}|\d{4})?(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{2}))?$/.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const full =
    year === undefined ? new Date().getFullYear() : year.length === 4 ? Number(year) : Number(year) + (Number(year) < 69 ? 2000 : 1900);
  return new Date(full, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second ?? '0')).getTime();
}
