import { expect, test } from 'vitest';
import { shortPlaceName } from './short-place-name.ts';

test('a name that fits is whole', () => {
  expect(shortPlaceName({ user: 'ada', host: 'server' })).toBe('ada@server');
  expect(shortPlaceName({ user: 'me', host: 'ada@box' })).toBe('ada@box');
});

test('two machines whose long names differ at the beginning or at the end stay apart', () => {
  const names = [
    'build-7.eu-central.internal.staging.example.com',
    'build-7.eu-central.internal.production.example.com',
    'web.eu.example.com',
  ];
  const short = names.map((host) => shortPlaceName({ user: 'ada', host }));
  expect(new Set(short).size).toBe(3);
  for (const each of short) expect(each.length).toBeLessThanOrEqual(40);
  expect(short[1]?.startsWith('ada@build-7.eu-c…')).toBe(true);
  expect(short[1]?.endsWith('production.example.com')).toBe(true);
});
