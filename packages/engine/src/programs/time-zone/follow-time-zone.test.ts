import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createEnvironment } from '../node/builtins/process/environment.ts';
import { createZonedDate } from './create-zoned-date.ts';
import { followTimeZone } from './follow-time-zone.ts';
import type { TimeGlobals } from './zoned-time.ts';

function program(values: Record<string, string>) {
  const context = createContext({});
  const env = createEnvironment(values, () => undefined);
  // The global object of a realm has both.
  followTimeZone(values, runInContext('globalThis', context) as TimeGlobals, (value) => value);
  return { env, hours: () => runInContext('new Date(0).getHours()', context) as unknown };
}

test('a program that is started with TZ has its zone, and another one whenever it sets it', () => {
  const { env, hours } = program({ TZ: 'Asia/Tokyo' });
  expect(hours()).toBe(9);
  env.TZ = 'America/New_York';
  expect(hours()).toBe(19);
  delete env.TZ;
  expect(hours()).toBe(new Date(0).getHours());
});

test('a program without TZ gets a zone by setting it', () => {
  const { env, hours } = program({});
  expect(hours()).toBe(new Date(0).getHours());
  env.TZ = 'Asia/Tokyo';
  expect(hours()).toBe(9);
});

test('a date with a zone of its own leaves the global one alone', () => {
  const before = new Date(0).toString();
  const Zoned = createZonedDate('Asia/Tokyo');
  expect([new Zoned(0).getHours(), new Zoned(1970, 0, 1, 9).getTime(), Zoned.parse('1970-01-01T09:00'), Zoned.UTC(1970)]).toEqual([
    9, 0, 0, 0,
  ]);
  expect(new Zoned(0)).toBeInstanceOf(Date);
  expect(new Date(0).toString()).toBe(before);
  expect(createZonedDate(undefined)).toBe(Date);
});
