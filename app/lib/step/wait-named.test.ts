import { expect, test } from 'vitest';
import { waitNamed } from './wait-named.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['seconds', { 'retry-after': '7' }, '', 7],
  ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:01:30 GMT' }, '', 90],
  ['a date that is over', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, '', 0],
  ['milliseconds, before seconds', { 'retry-after': '7', 'retry-after-ms': '250' }, '', 0.25],
  ['Gemini’s delay', {}, '{"details":[{"@type":"RetryInfo","retryDelay":"34.5s"}]}', 34.5],
  ['a sentence', {}, 'Rate limit reached. Please try again in 1m26.4s. Need more tokens?', 86.4],
  ['a sentence in words', {}, 'Please retry after 20 seconds.', 20],
  ['a day at most', { 'retry-after': '9999999' }, '', 86_400],
])('the wait is read from %s', (_what, headers, text, seconds) => {
  expect(waitNamed(new Headers(headers as Record<string, string>), text, now)).toBeCloseTo(seconds, 3);
});

test.each([
  ['nothing', {}, 'Slow down.'],
  ['a header that is no time', { 'retry-after': 'soon' }, ''],
])('%s names no wait', (_what, headers, text) => {
  expect(waitNamed(new Headers(headers as Record<string, string>), text, now)).toBeNull();
});
