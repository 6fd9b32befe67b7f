import { type Fields, withoutFields } from './fields.ts';

/** Fields by which other products start a command in the background. */
export const BACKGROUND_FIELDS = ['run_in_background', 'is_background'];
/** Long enough to show what ends a program at its start. */
const BACKGROUND_AFTER_MS = 1_000;

/** A command continues in the background when its time is over. */
export function withBackground(fields: Fields, readings: string[]): Fields {
  const given = BACKGROUND_FIELDS.filter((name) => typeof fields[name] === 'boolean');
  if (given.length === 0) return fields;
  const rest = withoutFields(fields, given);
  readings.push(`${given.join(', ')} → timeout`);
  return given.some((name) => fields[name] === true) ? { ...rest, timeout: BACKGROUND_AFTER_MS } : rest;
}
