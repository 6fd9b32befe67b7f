import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { thirdPartyPackages } from '../../../config/third-party.mjs';

const packages = thirdPartyPackages('.');
const names = new Set(packages.map(({ name }) => name));
const manifest = (file: string): Record<'dependencies' | 'devDependencies', Record<string, string>> =>
  JSON.parse(readFileSync(file, 'utf8'));

test('the list of packages of others names every runtime dependency, and what the engine bundles', () => {
  const own = Object.keys(manifest('package.json').dependencies).filter((name) => !name.startsWith('devonz-'));
  expect(own.filter((name) => !names.has(name))).toEqual([]);
  const bundled = ['acorn', 'comlink', 'readable-stream', 'semver', '@sqlite.org/sqlite-wasm', 'brotli-wasm'];
  expect(bundled.filter((name) => !names.has(name))).toEqual([]);
});

test('each has a version and a licence, and what only builds or tests is not in it', () => {
  expect(packages.filter(({ version, license }) => version === '' || license === 'not named')).toEqual([]);
  const tools = ['vitest', 'esbuild', 'fast-check', '@playwright/test', '@biomejs/biome'];
  expect(tools.filter((name) => names.has(name))).toEqual([]);
});

test('what dependencies need in turn is in it', () => {
  expect(['scheduler', '@floating-ui/core'].filter((name) => !names.has(name))).toEqual([]);
});
