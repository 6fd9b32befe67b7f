// Builds the app's offline worker: its script, preceded by the list of files it caches.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { describeFile, withBuild } from '../../packages/engine/scripts/write-offline-build.mjs';

const WORKER = 'offline-worker.js';

/** Files that no page needs: the server code's imports, and empty modules of routes that only exist on the server. */
const UNUSED = /^assets\/(?:server-build-|api\.)/;

/** @param {string} root the checkout, after the client, the server and the engine have been built */
export async function buildOfflineWorker(root) {
  const client = join(root, 'build/client');
  const bundle = await build({
    entryPoints: [join(root, 'app/offline-worker/offline-worker.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'chrome110',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const script = bundle.outputFiles[0]?.text ?? '';
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(client, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !name.startsWith('engine/') && name !== WORKER && !UNUSED.test(name))
    .sort();
  const files = await Promise.all(names.map((name) => describeFile(join(client, name), `/${name}`)));
  // The client's files have hashed names; this hash covers the rest: the server's part of a page, its headers and the
  // engine.
  const others = await Promise.all(['build/server/index.js', 'build/client/engine/headless.html'].map((name) => hashOf(join(root, name))));
  await writeFile(join(client, WORKER), withBuild(script, { version: versionOf(names), files, others }));
}

/** Returns Remix's name of the build, which is part of the name of the manifest. @param {string[]} names */
function versionOf(names) {
  const version = names.map((name) => /^assets\/manifest-([\da-f]+)\.js$/.exec(name)?.[1]).find((found) => found !== undefined);
  if (version === undefined) throw new Error('The build has no manifest: Remix names it in another way now.');
  return version;
}

/** @param {string} file */
async function hashOf(file) {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 12);
}
