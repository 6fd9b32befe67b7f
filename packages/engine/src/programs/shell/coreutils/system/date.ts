import { formatTime } from '../../text/format-time.ts';
import { LocalTimes } from '../../text/local-times.ts';
import { parseDate } from '../../text/parse-date.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** The time after the date, by precision, before an offset. */
const plainTimes: ReadonlyMap<string, string> = new Map([
  ['date', ''],
  ['seconds', '%H:%M:%S'],
  ['ns', '%H:%M:%S.%N'],
]);
const isoTimes: ReadonlyMap<string, string> = new Map([['hours', '%H'], ['minutes', '%H:%M'], ...plainTimes, ['ns', '%H:%M:%S,%N']]);

function formatOf(precision: string, option: string, times: ReadonlyMap<string, string>, separator: string): string {
  const matching = [...times].filter(([name]) => name.startsWith(precision));
  const time = matching.length === 1 ? matching[0]?.[1] : undefined;
  if (time === undefined)
    throw new CommandError(`invalid argument '${precision}' for '${option}'\nTry 'date --help' for more information.`);
  return time === '' ? '%Y-%m-%d' : `%Y-%m-%d${separator}${time}%:z`;
}

export const date: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-I(\w+)$/, '--iso-8601=$1'));
  const precision = args.find((argument) => argument.startsWith('--iso-8601='))?.slice(11) ?? null;
  const options = parseOptions(
    { name: 'date', args: args.filter((argument) => !argument.startsWith('--iso-8601=')) },
    {
      others: ['-I[hours|minutes|seconds|ns]'],
      flags: 'uIR',
      values: 'dr',
      long: { utc: 'u', universal: 'u', date: 'd', reference: 'r', 'iso-8601': 'I', 'rfc-email': 'R' },
      longValues: ['rfc-3339'],
    },
  );
  const given = options.value('d');
  const reference = options.value('r');
  const isUtc = options.flags.has('u');
  const zoned =
    given !== null && isUtc && /^\d{4}-\d\d?-\d\d?(?:[ T][\d:.]+)?$/.test(given)
      ? `${given.replace(' ', 'T')}${given.length > 10 ? 'Z' : 'T00:00:00Z'}`
      : given;
  const times = new LocalTimes(isUtc ? new Map() : context.env);
  const ZonedDate = times.date;
  const moment =
    reference !== null
      ? new ZonedDate(context.files.stat(reference).modifiedAt)
      : zoned === null
        ? new ZonedDate()
        : parseDate(zoned, Date.now(), ZonedDate);
  if (moment === null) throw new CommandError(`invalid date '${given}'`);
  const [operand] = options.operands;
  if (operand !== undefined && !operand.startsWith('+')) throw new CommandError(`invalid date '${operand}'`);
  const isIso = options.flags.has('I') || precision !== null;
  const isoFormat = formatOf(precision ?? 'date', '--iso-8601', isoTimes, 'T');
  const plain = options.value('rfc-3339');
  const format =
    operand?.slice(1) ??
    (plain !== null
      ? formatOf(plain, '--rfc-3339', plainTimes, ' ')
      : isIso
        ? isoFormat
        : options.flags.has('R')
          ? '%a, %d %b %Y %H:%M:%S %z'
          : '%a %b %e %H:%M:%S %Z %Y');
  await context.stdout.writeLine(isUtc ? formatTime(moment, format, { isUtc }) : times.format(moment, format));
  return 0;
};
