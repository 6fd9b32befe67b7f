import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TrajectoryId } from './trajectory.ts';

const run = promisify(execFile);

/** Registry packages and their installations are cached outside the tree, across runs. */
export const CRAFT_CACHE = join(tmpdir(), 'devonz-craft-cache');

/** The files that a task of a trajectory starts with, by path. */
export type FolderFiles = ReadonlyMap<string, Uint8Array>;

const encoder = new TextEncoder();

/** Creates the folder of a trajectory from the package registry that npm is configured for. */
export async function prepareFolder(id: TrajectoryId): Promise<FolderFiles> {
  switch (id) {
    case 'T1':
    case 'T4':
      return new Map();
    case 'T2':
      return brokenQs();
    case 'T3':
      return zodSources();
  }
}

/** Returns the unpacked files of a published package, which is downloaded once. */
async function packageFiles(name: string, version: string): Promise<Map<string, Uint8Array>> {
  const folder = join(CRAFT_CACHE, `${name}-${version}`);
  if (!(await stat(folder).catch(() => null))) {
    await mkdir(CRAFT_CACHE, { recursive: true });
    const made = await mkdtemp(join(CRAFT_CACHE, 'unpack-'));
    await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', made], { cwd: made });
    await run('tar', ['xzf', `${name}-${version}.tgz`], { cwd: made });
    await rename(join(made, 'package'), folder);
    await rm(made, { recursive: true });
  }
  return readFolder(folder);
}

export async function readFolder(root: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(paths.map(async (path) => [path.slice(root.length + 1), await readFile(path)] as const));
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export async function writeFolder(root: string, files: FolderFiles): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** Copies `node_modules` with these dependencies, which are installed natively once. */
export async function installDependencies(root: string, key: string): Promise<void> {
  const kept = join(CRAFT_CACHE, `modules-${key}`);
  if (!(await stat(kept).catch(() => null))) {
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--silent'], { cwd: root, maxBuffer: 1 << 26 });
    await cp(join(root, 'node_modules'), kept, { recursive: true, verbatimSymlinks: true });
    return;
  }
  await cp(kept, join(root, 'node_modules'), { recursive: true, verbatimSymlinks: true });
}

interface Replacement {
  path: string;
  from: string;
  to: string;
}

/** Reverts the edits in T2's answers. */
const BREAKS: readonly Replacement[] = [
  { path: 'lib/utils.js', from: 'result[oldKey + 1] = source[sourceKeys[m]];', to: 'result[oldKey] = source[sourceKeys[m]];' },
  {
    path: 'lib/parse.js',
    from: '} else if (isValidArrayIndex && index < options.arrayLimit) {',
    to: '} else if (isValidArrayIndex && index <= options.arrayLimit) {',
  },
  {
    path: 'lib/stringify.js',
    from: "allowDots && encodeDotInKeys ? String(key).replace(/\\./g, '%2E')",
    to: "allowDots && encodeDotInKeys ? String(key).replace('.', '%2E')",
  },
];
/** The devDependencies that its tests load. The others check style and bundle, and would install hundreds of packages. */
const USED_BY_TESTS = new Set([
  ...['es-value-fixtures', 'for-each', 'has-bigints', 'has-override-mistake', 'has-property-descriptors', 'has-proto', 'has-symbols'],
  ...['iconv-lite', 'mock-property', 'object-inspect', 'qs-iconv', 'safer-buffer', 'tape'],
]);

async function brokenQs(): Promise<FolderFiles> {
  const files = await packageFiles('qs', '6.17.1');
  for (const { path, from, to } of BREAKS) {
    const text = textOf(files, path);
    if (text.split(from).length !== 2) throw new Error(`${path} does not have ${JSON.stringify(from)} once.`);
    files.set(path, encoder.encode(text.replace(from, () => to)));
  }
  const manifest = JSON.parse(textOf(files, 'package.json'));
  const used = Object.entries<string>(manifest.devDependencies).filter(([name]) => USED_BY_TESTS.has(name));
  // A mirror may not have the newest version of the test runner.
  manifest.devDependencies = { ...Object.fromEntries(used), tape: '^5.9.0' };
  manifest.scripts = { test: "tape 'test/**/*.js'" };
  files.set('package.json', encoder.encode(`${JSON.stringify(manifest, null, 4)}\n`));
  return files;
}

/** Tests that need packages which the sources do not. */
const NOT_TAKEN = /^src\/v3\/(?:tests|benchmarks)\//;
const TSCONFIG = {
  compilerOptions: {
    target: 'ES2020',
    module: 'ESNext',
    moduleResolution: 'bundler',
    customConditions: ['@zod/source'],
    lib: ['ES2022', 'DOM'],
    strict: true,
    exactOptionalPropertyTypes: false,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    types: ['node'],
  },
  include: ['src'],
  exclude: ['src/**/tests'],
};
const VITEST_CONFIG = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@zod/source'] },
  ssr: { resolve: { conditions: ['@zod/source'] } },
  test: { include: ['src/**/*.test.ts'] },
});
`;

async function zodSources(): Promise<FolderFiles> {
  const published = await packageFiles('zod', '4.6.7');
  const files = new Map([...published].filter(([path]) => path.startsWith('src/') && !NOT_TAKEN.test(path)));
  const manifest = JSON.parse(textOf(published, 'package.json'));
  manifest.scripts = { typecheck: 'tsc --noEmit', test: 'vitest run' };
  manifest.devDependencies = { '@types/node': '^22.0.0', typescript: '~5.9.0', vitest: '^3.2.0' };
  files.set('package.json', encoder.encode(`${JSON.stringify(manifest, null, 2)}\n`));
  files.set('tsconfig.json', encoder.encode(`${JSON.stringify(TSCONFIG, null, 2)}\n`));
  files.set('vitest.config.ts', encoder.encode(VITEST_CONFIG));
  return files;
}

export function textOf(files: FolderFiles, path: string): string {
  const content = files.get(path);
  if (content === undefined) throw new Error(`There is no ${path}.`);
  return new TextDecoder().decode(content);
}
