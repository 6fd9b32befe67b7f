import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it, test } from 'vitest';
import { expressions, recordedZones } from './testing/time-zone-cases.ts';
import { type TimeGlobals, ZonedTime } from './zoned-time.ts';

const file = join(import.meta.dirname, '../../../../../tests/fixtures/time-zones/values.json');
// The recording script writes this shape.
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;

/** Separate globals, so that none of the test runner's is replaced. */
function realm() {
  const context = createContext({});
  const evaluate = (source: string): unknown => runInContext(source, context);
  // The global object of a realm has both.
  const zonedTime = new ZonedTime(evaluate('globalThis') as TimeGlobals);
  return { evaluate, zonedTime };
}

describe.each(recordedZones)('in %s', (zone) => {
  const { evaluate, zonedTime } = realm();
  zonedTime.follow(zone);
  it.each(expressions.map((source, index) => [source, recorded[zone]?.[index]]))('%s', (source, expected) => {
    expect(String(evaluate(source))).toBe(expected);
  });
});

test('the zone follows the variable while the program runs, and goes back', () => {
  const { evaluate, zonedTime } = realm();
  const own = evaluate('new Date(0).toString() + Intl.DateTimeFormat().resolvedOptions().timeZone');
  zonedTime.follow('Asia/Tokyo');
  expect(evaluate('new Date(0).getHours()')).toBe(9);
  zonedTime.follow('Asia/Kathmandu');
  expect(evaluate('new Date(0).toString()')).toBe('Thu Jan 01 1970 05:30:00 GMT+0530 (Nepal Time)');
  zonedTime.follow(undefined);
  expect(evaluate('new Date(0).toString() + Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe(own);
});

test.each(['', 'Nonsense', ':UTC'])('the zone %j is UTC', (zone) => {
  const { evaluate, zonedTime } = realm();
  zonedTime.follow('Asia/Tokyo');
  zonedTime.follow(zone);
  expect(evaluate('new Date(0).getHours() + new Date(0).toISOString()')).toBe('01970-01-01T00:00:00.000Z');
});

test('nothing is replaced for the zone that there is already', () => {
  const { evaluate, zonedTime } = realm();
  const native = evaluate('Date');
  zonedTime.follow(String(evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')));
  expect(evaluate('Date')).toBe(native);
});

test('dates that were made before follow the zone, and other methods refuse what is no date', () => {
  const { evaluate, zonedTime } = realm();
  evaluate('var before = new Date(0)');
  zonedTime.follow('Asia/Tokyo');
  expect(evaluate('[before.getHours(), before instanceof Date].join()')).toBe('9,true');
  expect(() => evaluate('Date.prototype.getHours.call({})')).toThrow('this is not a Date object');
});
