import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runNative } from './run-native.ts';

/** The react-ts project of the fixtures. */
export const REACT_FIXTURE: string = fileURLToPath(new URL('../../fixtures/react-ts/', import.meta.url));
/** Written by the engine's own npm: it contains the packages that replace native ones, so that both sides run the same code. */
export const ENGINE_LOCK = 'engine-lock.json';

/** Keeps the projects for the next run when measuring in slices: an install takes longer than the measurement. */
const KEPT_FOLDER: string | undefined = process.env.BENCH_PROJECTS;

/**
 * `wasm` means the same packages as on the engine, byte for byte. `binaries` means the same versions, but with native esbuild and rollup.
 */
export type NativePackages = 'wasm' | 'binaries';

export interface NativeProjects {
  /** Returns the project's folder, which is installed on first use. */
  folder(packages: NativePackages): Promise<string>;
  remove(): Promise<void>;
}

export function createNativeProjects(registry: string | undefined): NativeProjects {
  const folders = new Map<NativePackages, Promise<string>>();
  return {
    folder(packages) {
      const known = folders.get(packages);
      if (known !== undefined) return known;
      const made = installProject(packages, registry);
      folders.set(packages, made);
      return made;
    },
    async remove() {
      if (KEPT_FOLDER !== undefined) return;
      for (const folder of folders.values()) await folder.then((path) => rm(path, { recursive: true, force: true })).catch(() => {});
    },
  };
}

/** Copies the fixture, without `node_modules`. */
export async function copyReactFixture(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'devonz-bench-'));
  await cp(REACT_FIXTURE, folder, { recursive: true });
  await rename(join(folder, ENGINE_LOCK), join(folder, 'package-lock.json'));
  return folder;
}

async function installProject(packages: NativePackages, registry: string | undefined): Promise<string> {
  const kept = KEPT_FOLDER === undefined ? null : join(KEPT_FOLDER, packages);
  if (kept !== null && existsSync(join(kept, 'node_modules'))) return kept;
  const folder = await copyReactFixture();
  if (packages === 'binaries') await askForBinaries(folder);
  await runNative('npm', [packages === 'wasm' ? 'ci' : 'install', '--no-audit', '--no-fund', ...registryArguments(registry)], {
    cwd: folder,
  });
  if (kept === null) return folder;
  await mkdir(dirname(kept), { recursive: true });
  await rename(folder, kept);
  return kept;
}

export function registryArguments(registry: string | undefined): string[] {
  return registry === undefined ? [] : ['--registry', registry];
}

const lockSchema = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });
const manifestSchema = z.looseObject({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) });

/** Requests every package in the locked version, but under its own name. */
async function askForBinaries(folder: string): Promise<void> {
  const lockFile = join(folder, 'package-lock.json');
  const lock = lockSchema.parse(JSON.parse(await readFile(lockFile, 'utf8')));
  await rm(lockFile);
  const versions = Object.entries(lock.packages).flatMap(([path, { version }]) => {
    const name = path.slice('node_modules/'.length);
    // Nested entries are exceptions for a single dependent.
    return path === '' || version === undefined || name.includes('node_modules/') ? [] : [[name, version] as const];
  });
  const manifestFile = join(folder, 'package.json');
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
  const pinned = new Map(versions);
  const pin = (names: Record<string, string>) =>
    Object.fromEntries(Object.entries(names).map(([name, range]) => [name, pinned.get(name) ?? range]));
  const direct = new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)]);
  const overrides = Object.fromEntries(versions.filter(([name]) => ['esbuild', 'rollup'].includes(name) && !direct.has(name)));
  const asked = { ...manifest, dependencies: pin(manifest.dependencies), devDependencies: pin(manifest.devDependencies), overrides };
  await writeFile(manifestFile, JSON.stringify(asked, null, 2));
}
