import { spawn } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOfflineWorker } from './offline/build-offline-worker.mjs';
import { buildBridge, ensureBridge, isBridgeFresh } from './serve/build-bridge.mjs';
import { newestChange } from './serve/newest-change.mjs';
import { withLock } from './serve/with-lock.mjs';

const SOURCES = [
  'app',
  'packages/engine/package.json',
  'packages/engine/scripts',
  'packages/engine/src',
  'packages/engine-protocol/src',
  'public',
  'functions',
  'scripts',
  'config',
  'package-lock.json',
  'remix.config.js',
  'vite.config.ts',
  'uno.config.ts',
  'wrangler.toml',
];
const STAMP = 'build/.finished';
/** The file is outside `build/`, because a build empties that folder. */
const LOCK = '.cache/build.lock';

/**
 * Builds the app, the engine and the bridge into `build/`. Stop a running server first: it would serve pages that refer to deleted files.
 * @param {string} root
 * @param {{ isQuiet?: boolean }} [options] quiet: the builders' output is shown only when one of them fails
 */
export async function build(root, { isQuiet = false } = {}) {
  await withLock(join(root, LOCK), () => buildAlone(root, isQuiet));
}

/**
 * Builds unless a fresh build exists. Waits first if another process is building.
 * @param {string} root
 * @param {(text: string) => void} [say]
 */
export async function ensureBuild(root, say = () => {}) {
  if ((await isBuildFresh(root)) && (await isBridgeFresh(root))) return;
  await withLock(
    join(root, LOCK),
    async () => {
      if (!(await isBuildFresh(root))) {
        say('Building…');
        await buildAlone(root, true);
      } else await ensureBridge(root);
    },
    { onWait: (holder) => say(`Process ${holder} is building in this folder; waiting for it…`) },
  );
}

/** @param {string} root @param {boolean} isQuiet */
async function buildAlone(root, isQuiet) {
  const startedAt = new Date();
  await run(root, ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build'], isQuiet);
  await run(root, ['packages/engine/scripts/build-engine.mjs', '--out', 'build/client/engine'], isQuiet);
  await buildOfflineWorker(root);
  // A deployment bundles `functions/` itself; a local start would also do so, which takes seconds and keeps watching.
  await run(
    root,
    [...['node_modules/wrangler/bin/wrangler.js', 'pages', 'functions', 'build', 'functions'], ...['--outdir', 'build/worker', '--minify']],
    true,
  );
  await buildBridge(root);
  await writeFile(join(root, STAMP), `${startedAt.toISOString()}\n`);
}

/**
 * Returns whether a complete build of app and engine exists that is newer than all of its sources.
 * @param {string} root
 */
async function isBuildFresh(root) {
  const stamp = await stat(join(root, STAMP)).catch(() => null);
  if (!stamp) return false;
  return (await newestChange(root, SOURCES)) < stamp.mtimeMs;
}

/** @param {string} root @param {string[]} args @param {boolean} isQuiet @returns {Promise<void>} */
function run(root, args, isQuiet) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (data) => output.push(data));
    child.stderr?.on('data', (data) => output.push(data));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      reject(new Error(`\`node ${args.join(' ')}\` failed (${code}).`));
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build(fileURLToPath(new URL('..', import.meta.url)));
}
