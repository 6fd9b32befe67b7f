import { expect, it, test } from 'vitest';
import { PosixClock } from './posix-clock.ts';

const native = { date: Date, format: Intl.DateTimeFormat };
const HOUR = 3_600_000;

/** The offsets and names as glibc computes them. */
it.each([
  ['EST5', '2024-07-01T00:00Z', -5, 'EST'],
  ['<+03>-3', '2024-07-01T00:00Z', 3, '+03'],
  ['<-0330>3:30', '2024-07-01T00:00Z', -3.5, '-0330'],
  ['EST5EDT,M3.2.0,M11.1.0', '2024-03-10T06:59:59Z', -5, 'EST'],
  ['EST5EDT,M3.2.0,M11.1.0', '2024-03-10T07:00:00Z', -4, 'EDT'],
  ['EST5EDT,M3.2.0,M11.1.0', '2024-11-03T05:59:59Z', -4, 'EDT'],
  ['EST5EDT,M3.2.0,M11.1.0', '2024-11-03T06:00:00Z', -5, 'EST'],
  ['NZST-12NZDT,M9.5.0,M4.1.0/3', '2024-01-01T00:00Z', 13, 'NZDT'],
  ['NZST-12NZDT,M9.5.0,M4.1.0/3', '2024-07-01T00:00Z', 12, 'NZST'],
])('%s at %s', (zone, time, hours, name) => {
  const clock = PosixClock.parse(zone, native);
  expect([clock?.offsetAt(Date.parse(time)), clock?.nameAt(Date.parse(time))]).toEqual([hours * HOUR, name]);
});

test.each(['', 'UTC', 'Nonsense', 'E5', 'EST5EDT,M3', 'EST5 '])('%j is in another form', (text) => {
  expect(PosixClock.parse(text, native)).toBeNull();
});

test('a local time is converted by the offset of its day', () => {
  const clock = PosixClock.parse('EST5EDT,M3.2.0,M11.1.0', native);
  expect(clock?.toUtc(Date.parse('2024-07-01T12:00Z'))).toBe(Date.parse('2024-07-01T16:00Z'));
  expect(clock?.toUtc(Date.parse('2024-01-01T12:00Z'))).toBe(Date.parse('2024-01-01T17:00Z'));
});
