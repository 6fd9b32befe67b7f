import { createZonedDate } from '../../../time-zone/create-zoned-date.ts';
import { formatTime } from '../../text/format-time.ts';
import { parseDate } from '../../text/parse-date.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { zoneAbbreviation } from './zone-abbreviation.ts';

export const date: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-I(\w+)$/, '--iso-8601=$1'));
  const precision = args.find((argument) => argument.startsWith('--iso-8601='))?.slice(11) ?? null;
  const options = parseOptions(
    { name: 'date', args: args.filter((argument) => !argument.startsWith('--iso-8601=')) },
    {
      flags: 'uIR',
      values: 'dr',
      long: { utc: 'u', universal: 'u', date: 'd', reference: 'r', 'iso-8601': 'I', 'rfc-email': 'R' },
    },
  );
  const given = options.value('d');
  const reference = options.value('r');
  const isUtc = options.flags.has('u');
  const zoned =
    given !== null && isUtc && /^\d{4}-\d\d?-\d\d?(?:[ T][\d:.]+)?$/.test(given)
      ? `${given.replace(' ', 'T')}${given.length > 10 ? 'Z' : 'T00:00:00Z'}`
      : given;
  const zone = isUtc ? undefined : context.env.get('TZ');
  const ZonedDate = createZonedDate(zone);
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
  const isoFormat = precision === 'seconds' ? '%Y-%m-%dT%H:%M:%S%:z' : precision === 'minutes' ? '%Y-%m-%dT%H:%M%:z' : '%Y-%m-%d';
  const format = operand?.slice(1) ?? (isIso ? isoFormat : options.flags.has('R') ? '%a, %d %b %Y %H:%M:%S %z' : '%a %b %e %H:%M:%S %Z %Y');
  await context.stdout.writeLine(
    formatTime(moment, zone === undefined ? format : withZoneName(format, zoneAbbreviation(moment, zone)), isUtc),
  );
  return 0;
};

/** Puts the zone's name in place of `%Z`. */
function withZoneName(format: string, name: string): string {
  return format.replace(/%(.)/g, (whole, letter: string) => (letter === 'Z' ? name : whole));
}
