// Tests round trips of lock files between the engine's package managers and the real ones, with packages from npm's configured registry.
//   npx tsx packages/engine/scripts/lock-round-trips.ts --tools <folder> [--only pnpm,yarn1,yarn4,bun] [--project vite]
// <folder> contains them as installed by npm: pnpm, yarn1@npm:yarn@1, yarn4@npm:@yarnpkg/cli-dist, bun.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { MemoryCacheStorage } from '../src/programs/npm/testing/memory-cache-storage.ts';
import { createNpmTestBed, type NpmTestBed } from '../src/programs/npm/testing/npm-test-bed.ts';
import { npmRegistry } from '../src/server/npm-registry.mjs';
import { handleRegistryRequest } from '../src/server/registry-proxy.ts';
import { roundTripProjects } from './round-trip-projects.ts';

interface Tool {
  name: string;
  packageManager: string;
  lock: string;
  make: readonly string[];
  accept: readonly string[];
  frozen: string;
}

const { values } = parseArgs({ options: { tools: { type: 'string' }, only: { type: 'string' }, project: { type: 'string' } } });
const modules = join(values.tools ?? '.', 'node_modules');
const node = process.execPath;
const versionOf = (name: string) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
const pnpmScript = (name: string) => ['bin/pnpm.cjs', 'bin/pnpm.mjs'].map((path) => join(modules, name, path)).find(existsSync) ?? '';
const tools: Tool[] = [
  ...['pnpm9', 'pnpm10'].map((name) => ({
    name,
    packageManager: `pnpm@${versionOf(name)}`,
    lock: 'pnpm-lock.yaml',
    make: [node, pnpmScript(name), 'install', '--lockfile-only', '--ignore-scripts'],
    accept: [node, pnpmScript(name), 'install', '--frozen-lockfile', '--ignore-scripts'],
    frozen: 'pnpm install --frozen-lockfile',
  })),
  {
    name: 'yarn1',
    packageManager: `yarn@${versionOf('yarn1')}`,
    lock: 'yarn.lock',
    make: [node, join(modules, 'yarn1/bin/yarn.js'), 'install', '--ignore-scripts', '--ignore-engines', '--non-interactive'],
    accept: [
      node,
      join(modules, 'yarn1/bin/yarn.js'),
      'install',
      '--frozen-lockfile',
      '--ignore-scripts',
      '--ignore-engines',
      '--non-interactive',
    ],
    frozen: 'yarn install --frozen-lockfile',
  },
  {
    name: 'yarn4',
    packageManager: `yarn@${versionOf('yarn4')}`,
    lock: 'yarn.lock',
    make: [node, join(modules, 'yarn4/bin/yarn.js'), 'install', '--mode=skip-build'],
    accept: [node, join(modules, 'yarn4/bin/yarn.js'), 'install', '--immutable', '--mode=skip-build'],
    frozen: 'yarn install --immutable',
  },
  {
    name: 'bun',
    packageManager: `bun@${versionOf('bun')}`,
    lock: 'bun.lock',
    make: [join(modules, 'bun/bin/bun.exe'), 'install', '--lockfile-only'],
    accept: [join(modules, 'bun/bin/bun.exe'), 'install', '--frozen-lockfile', '--ignore-scripts'],
    frozen: 'bun install --frozen-lockfile',
  },
];

const upstream = await npmRegistry();
const caches = new MemoryCacheStorage();
const proxied: typeof globalThis.fetch = (input, init) =>
  handleRegistryRequest(new Request(input, init), { upstream, fetch: globalThis.fetch });
const environment = {
  ...process.env,
  CI: '',
  YARN_IGNORE_PATH: '1',
  YARN_NPM_REGISTRY_SERVER: upstream.replace(/\/$/, ''),
  YARN_ENABLE_TELEMETRY: '0',
  NPM_CONFIG_REGISTRY: upstream,
  COREPACK_ENABLE_STRICT: '0',
  npm_config_manage_package_manager_versions: 'false',
  pnpm_config_manage_package_manager_versions: 'false',
  YARN_ENABLE_GLOBAL_CACHE: 'true',
};

function runTool(words: readonly string[], folder: string): { code: number; output: string } {
  const [command = '', ...args] = words;
  try {
    return {
      code: 0,
      output: execFileSync(command, args, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe', timeout: 240_000 }),
    };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number | null; stdout: string; stderr: string };
    return { code: status ?? 1, output: `${stdout}\n${stderr}` };
  }
}

function makeFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lock-round-trip-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Returns the packages in node_modules as `name@version`, from npm's hidden lock file. */
function installed(bed: NpmTestBed): Set<string> {
  const lock = JSON.parse(bed.read('node_modules/.package-lock.json') ?? '{"packages":{}}');
  return new Set(
    Object.entries<{ name?: string; version?: string; link?: boolean }>(lock.packages)
      .filter(([path, item]) => path.includes('node_modules/') && !item.link && item.version)
      .map(([path, item]) => `${item.name ?? path.split('node_modules/').at(-1)}@${item.version}`),
  );
}

let failures = 0;
function report(what: string, isRight: boolean, detail = ''): void {
  if (!isRight) failures += 1;
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${what}${isRight ? '' : `\n     ${detail.trim().split('\n').slice(0, 30).join('\n     ')}`}`);
}

for (const tool of tools.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name))) {
  for (const [name, project] of Object.entries(roundTripProjects)) {
    if (values.project !== undefined && !values.project.split(',').includes(name)) continue;
    const made = project(tool.name);
    if (made === null) continue;
    const { 'package.json': manifest, ...rest } = made;
    const packageJson = { ...(manifest as object), packageManager: tool.packageManager };
    const files = Object.fromEntries(
      Object.entries(rest).map(([path, content]) => [
        path,
        typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
      ]),
    );
    const all = { ...files, 'package.json': `${JSON.stringify(packageJson, null, 2)}\n` };

    const folder = makeFolder(all);
    const real = runTool(tool.make, folder);
    if (!existsSync(join(folder, tool.lock))) {
      report(`${tool.name} ${name}: the real tool makes a lock file`, false, real.output);
      continue;
    }
    const lock = readFileSync(join(folder, tool.lock), 'utf8');
    const reading = await createNpmTestBed({ fetch: proxied, caches, packageJson, files: { ...files, [tool.lock]: lock } });
    const frozen = await reading.run(tool.frozen);
    report(`${tool.name} ${name}: its lock file installs frozen`, frozen.exitCode === 0, frozen.stdout + frozen.stderr);
    report(`${tool.name} ${name}: and stays as it is`, reading.read(tool.lock) === lock);
    const missing = [...installed(reading)].filter((id) => !lockHolds(lock, id));
    report(`${tool.name} ${name}: with its versions (${installed(reading).size})`, missing.length === 0, missing.join('\n'));

    const writing = await createNpmTestBed({ fetch: proxied, caches, packageJson, files });
    const fresh = await writing.run(tool.frozen.split(' ').slice(0, 2));
    const written = writing.read(tool.lock);
    report(`${tool.name} ${name}: a lock file is written`, fresh.exitCode === 0 && written !== null, fresh.stdout + fresh.stderr);
    if (written !== null) {
      const target = makeFolder({ ...all, [tool.lock]: written });
      const accepted = runTool(tool.accept, target);
      report(`${tool.name} ${name}: the real tool accepts it`, accepted.code === 0, accepted.output);
      report(`${tool.name} ${name}: unchanged`, readFileSync(join(target, tool.lock), 'utf8') === written, target);
      if (process.env.KEEP === undefined) rmSync(target, { recursive: true, force: true });
      else console.log(`     ${folder} ${target}`);
    }
    if (process.env.KEEP === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
process.exitCode = failures === 0 ? 0 : 1;

/** Returns whether a lock file contains that version, in any format; WebAssembly builds are specific to the engine. */
function lockHolds(text: string, id: string): boolean {
  const at = id.indexOf('@', 1);
  const [name, version] = [id.slice(0, at), id.slice(at + 1)];
  if (/wasm/.test(name)) return true;
  if (text.includes(`${name}@${version}`) || text.includes(`${name}@npm:${version}`)) return true;
  if (new RegExp(`npm:${name}@[^\n]*\n {2}version "?${version.replaceAll('.', '\\.')}`, 'm').test(text)) return true;
  return new RegExp(`^"?${name.replaceAll('/', '\\/')}@[^\n]*\n {2}version:? "?${version.replaceAll('.', '\\.')}`, 'm').test(text);
}
