import { expect, it } from 'vitest';
import { type BridgeNames, requestedName } from './bridge-names.ts';

const NAMES: BridgeNames = {
  control: 'c'.repeat(26),
  preview: 'v'.repeat(26),
  apps: ['http://ide.localhost:8788', 'https://devonz.example.com'],
  port: 8798,
};
const ask = (...hosts: string[]) => requestedName({ rawHeaders: hosts.flatMap((host) => ['Host', host]) }, NAMES);

it('knows its door, its control page and its previews, below every app’s own name', () => {
  expect(ask('127.0.0.1:8798')).toEqual({ kind: 'door' });
  expect(ask('localhost:8798')).toEqual({ kind: 'door' });
  expect(ask(`${NAMES.control}.localhost:8798`)).toEqual({ kind: 'control', suffix: 'localhost' });
  expect(ask(`${NAMES.control}.IDE.localhost:8798`)).toEqual({ kind: 'control', suffix: 'ide.localhost' });
  expect(ask(`p3000-${NAMES.preview}.ide.localhost:8798`)).toEqual({ kind: 'preview', port: 3000, suffix: 'ide.localhost' });
});

it.each([
  [],
  ['127.0.0.1'],
  ['127.0.0.1:8799'],
  ['127.0.0.1:8798', `${NAMES.control}.localhost:8798`],
  ['evil.example:8798'],
  [`${NAMES.control}.evil.example:8798`],
  [`${NAMES.control}.localhost.evil.example:8798`],
  [`${'d'.repeat(26)}.localhost:8798`],
  [`${NAMES.preview}.localhost:8798`],
  ['.localhost:8798'],
  ['localhost.:8798'],
  [`p3000-${NAMES.control}.localhost:8798`],
  ['p3000.localhost:8798'],
  [`p8798-${NAMES.preview}.localhost:8798`],
  [`p99999-${NAMES.preview}.localhost:8798`],
  [`${NAMES.control}.devonz.example.com:8798`],
  ['[::1]:8798'],
  [`${NAMES.control}.localhost:8798/x`],
])('answers to no other name: %j', (...hosts) => {
  expect(ask(...hosts)).toEqual({ kind: 'unknown' });
});
