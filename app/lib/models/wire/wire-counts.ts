import { toldNumber } from '../../protocol/models/told-number.ts';
import { type Fields, fieldsOf, isFields } from './wire-repair.ts';

/** All providers use this word in the names of token counts. */
const COUNT = /token/i;

/** The counts in a usage report as numbers, at every depth; other values are left out. */
export function countsOf(usage: unknown): Fields {
  return Object.fromEntries(
    Object.entries(fieldsOf(usage)).flatMap(([name, value]): [string, unknown][] => {
      if (isFields(value)) return [[name, countsOf(value)]];
      if (Array.isArray(value)) return [[name, value.map((one: unknown) => (isFields(one) ? countsOf(one) : one))]];
      if (!COUNT.test(name)) return [[name, value]];
      const count = toldNumber(value);
      return count === null ? [] : [[name, count]];
    }),
  );
}

/** Whether a count is a text, which SDKs refuse. */
export function holdsTextCounts(usage: unknown): boolean {
  if (Array.isArray(usage)) return usage.some(holdsTextCounts);
  return Object.entries(fieldsOf(usage)).some(([name, value]) =>
    typeof value === 'object' ? holdsTextCounts(value) : typeof value === 'string' && COUNT.test(name),
  );
}
