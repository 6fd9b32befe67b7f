import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { staticJobs } from '../../../scripts/testing/jobs.mjs';

const packagesSchema = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({ dependencies: packagesSchema, devDependencies: packagesSchema });
const versionsOf = (file: string) => {
  const { dependencies, devDependencies } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { ...dependencies, ...devDependencies };
};
const app = versionsOf('package.json');

test('engine and bridge speak the wire format of the genuine client, which later versions of comlink do not', () => {
  expect(versionsOf('packages/engine/package.json').comlink).toBe('4.3.0');
  expect(versionsOf('packages/bridge/package.json').comlink).toBe('4.3.0');
  expect(app['@webcontainer/api']).toMatch(/^\d+\.\d+\.\d+$/);
});

test('types are checked by TypeScript 7, and what needs its interface in JavaScript has that of 5', () => {
  expect(app['typescript-native']).toMatch(/^npm:typescript@7\./);
  expect(app.typescript).toMatch(/^5\./);
  const checks = staticJobs().filter(({ name }) => name.startsWith('types'));
  expect(checks).toHaveLength(5);
  for (const { command } of checks) expect(command).toContain('node_modules/typescript-native/bin/tsc');
});
