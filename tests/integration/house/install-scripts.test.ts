import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional(), os: z.array(z.string()).optional() })),
});
const manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) });

it('says of each package with an install script whether it may run', () => {
  const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const { allowScripts } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(withScripts.length).toBeGreaterThan(0);
  expect(new Set(withScripts)).toEqual(new Set(Object.keys(allowScripts)));
  const guide = readFileSync('CONTRIBUTING.md', 'utf8');
  expect(Object.keys(allowScripts).filter((name) => !guide.includes(name))).toEqual([]);
});
