import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bridgeFolder } from './bridge-folder.mjs';
import { newestChange } from './newest-change.mjs';
import { withLock } from './with-lock.mjs';

const SOURCES = [
  'packages/bridge/src',
  'packages/bridge/scripts',
  'packages/bridge/package.json',
  'packages/engine-protocol/src',
  'package-lock.json',
];
const STAMP = '.finished';
const LOCK = '.cache/bridge.lock';

/** @param {string} root */
export async function isBridgeFresh(root) {
  const stamp = await stat(join(bridgeFolder(root), STAMP)).catch(() => null);
  return stamp !== null && (await newestChange(root, SOURCES)) < stamp.mtimeMs;
}

/** Builds the bridge if its build is older than its sources. @param {string} root */
export async function ensureBridge(root) {
  if (await isBridgeFresh(root)) return;
  await withLock(join(root, LOCK), async () => {
    if (!(await isBridgeFresh(root))) await buildBridge(root);
  });
}

/**
 * The build lies beside the app's, because the package's own folder is emptied when it is packed.
 * @param {string} root
 */
export async function buildBridge(root) {
  const startedAt = new Date();
  const folder = bridgeFolder(root);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const { buildProgram } = await import('../../packages/bridge/scripts/build-program.mjs');
  await buildProgram(folder);
  await writeFile(join(folder, STAMP), `${startedAt.toISOString()}\n`);
}
