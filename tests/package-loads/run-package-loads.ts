// npm run package-loads -- [--native NODE] [--batch 60] [--from 0] [--count 500] [name …]
// Installs the most popular packages, loads each in its own process on native Node and on the engine, and prints the differences.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { differences, readLoads } from './compare-loads.ts';
import { PEERS, POPULAR_PACKAGES } from './popular-packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAMS = ['load-one.cjs', 'load-all.cjs'];
const ENGINE_SECONDS = '900';
const OUTPUT = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // The engine is Node 22: an older native one lacks some features.
    native: { type: 'string', default: process.execPath },
    batch: { type: 'string', default: '60' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '1000' },
  },
});
const from = Number(values.from);
const names = positionals.length > 0 ? positionals : POPULAR_PACKAGES.slice(from, from + Number(values.count));
let alike = 0;
let compared = 0;
for (let start = 0; start < names.length; start += Number(values.batch)) await runBatch(names.slice(start, start + Number(values.batch)));
console.log(`${alike} of ${compared} packages load on the engine as on native Node.`);
process.exitCode = alike === compared ? 0 : 1;

async function runBatch(batch: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'package-loads-'));
  try {
    const native = loadNatively(folder, batch);
    const engine = loadOnEngine(join(folder, 'on-engine'), batch, versionsIn(folder, batch));
    for (const [name, load] of native) {
      const found = differences(load, engine.get(name));
      compared += 1;
      if (found.length === 0) alike += 1;
      else console.log(`${name}\n${found.map((line) => `    ${line}`).join('\n')}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeProject(folder: string, batch: readonly string[], versions: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const program of PROGRAMS) copyFileSync(join(ROOT, 'tests/package-loads/programs', program), join(folder, program));
  writeFileSync(join(folder, 'names.txt'), batch.join('\n'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'loads', private: true, dependencies: versions }));
}

function loadNatively(folder: string, batch: readonly string[]) {
  writeProject(folder, batch, Object.fromEntries([...PEERS, ...batch].map((name) => [name, '*'])));
  const options = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', options, { cwd: folder, stdio: 'inherit' });
  const path = `${join(values.native, '..')}:${process.env.PATH}`;
  return readLoads(spawnSync(values.native, ['load-all.cjs'], { cwd: folder, env: { ...process.env, PATH: path }, ...OUTPUT }).stdout);
}

/** Returns the same versions for the engine, so that the comparison does not depend on the day. */
function versionsIn(folder: string, batch: readonly string[]): Record<string, string> {
  const version = (name: string) => {
    const file = join(folder, 'node_modules', name, 'package.json');
    return existsSync(file) ? z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version : '*';
  };
  return Object.fromEntries([...PEERS, ...batch].map((name) => [name, version(name)]));
}

function loadOnEngine(folder: string, batch: readonly string[], versions: Record<string, string>) {
  writeProject(folder, batch, versions);
  const command = 'npm install --legacy-peer-deps > install.log 2>&1 || tail -5 install.log; node load-all.cjs';
  const { stdout, stderr } = spawnSync('npm', ['run', '-s', 'engine', '--', '--timeout', ENGINE_SECONDS, folder, command], {
    cwd: ROOT,
    ...OUTPUT,
  });
  const loads = readLoads(stdout);
  if (loads.size === 0) console.log(`The engine has loaded nothing:\n${`${stdout}${stderr}`.slice(-1000)}`);
  return loads;
}
