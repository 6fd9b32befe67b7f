import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FixtureRegistry } from './testing/fixture-registry.ts';
import { createNpmTestBed } from './testing/npm-test-bed.ts';

type Entry = Record<string, unknown>;
interface Recorded {
  project: object;
  lock: { packages: Record<string, Entry> };
}

function readFixture<Value>(name: string): Value {
  // Recorded by tests/fixtures/npm/record-fixtures.ts, which defines the shapes.
  return JSON.parse(readFileSync(new URL(`../../../../../tests/fixtures/npm/${name}`, import.meta.url), 'utf8')) as Value;
}

/** The fields that the registry's short form omits. */
const fromArchive = ['license', 'funding'];

function withoutArchiveFields(packages: Record<string, Entry>): Record<string, Entry> {
  return Object.fromEntries(
    Object.entries(packages).map(([location, entry]) => [
      location,
      Object.fromEntries(Object.entries(entry).filter(([key]) => !fromArchive.includes(key))),
    ]),
  );
}

describe.each(['express5', 'vite7'])('%s', (name) => {
  test('is placed and locked exactly as native npm does it', async () => {
    const { project, lock } = readFixture<Recorded>(`${name}.lock.json`);
    const registry = FixtureRegistry.fromDocuments(readFixture(`${name}.registry.json`));
    const bed = await createNpmTestBed({ registry, packageJson: project });
    const result = await bed.run('npm install --package-lock-only');
    expect(result.stderr).toBe('');
    const ours = JSON.parse(bed.read('package-lock.json') ?? '') as Recorded['lock'];
    expect(withoutArchiveFields(ours.packages)).toEqual(withoutArchiveFields(lock.packages));
    expect(Object.keys(ours.packages)).toEqual(Object.keys(lock.packages));
  });
});
