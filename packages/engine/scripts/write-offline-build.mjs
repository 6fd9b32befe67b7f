// Writes the list of files that the engine's offline worker caches in front of its script, so that a new build results in a new script.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const WORKER = 'offline-worker.js';
/** Served on the previews' hosts, or not needed without a network. */
const ELSEWHERE = /^(?:preview-|boot-page|bridge-page|source-places|worker-script|service-worker-host|refusal-page|forget-|offline-)/;

/**
 * @param {{ out: string, address: string, page: string, version: string, versioned: readonly string[] }} options
 *   `versioned`: files that are requested with `?v=` and the version
 */
export async function writeOfflineBuild({ out, address, page, version, versioned }) {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(out, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const wanted = names.filter((name) => /\.(?:js|wasm)$/.test(name) && !ELSEWHERE.test(name)).sort();
  const files = await Promise.all(
    wanted.map((name) => describeFile(join(out, name), versioned.includes(name) ? `${address}${name}?v=${version}` : address + name)),
  );
  const { sha256: pageHash } = await describeFile(join(out, page), page);
  const script = await readFile(join(out, WORKER), 'utf8');
  await writeFile(join(out, WORKER), withBuild(script, { version, files, pageHash }));
}

/** @param {string} file @param {string} path @returns {Promise<import('devonz-engine-protocol/offline/offline-build').OfflineFile>} */
export async function describeFile(file, path) {
  const content = await readFile(file);
  return { path, bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('base64') };
}

/**
 * Returns the worker's script preceded by its build, whose id is a hash of both.
 * @param {string} script
 * @param {{ version: string, files: readonly import('devonz-engine-protocol/offline/offline-build').OfflineFile[], [others: string]: unknown }} build
 */
export function withBuild(script, build) {
  const id = createHash('sha256').update(JSON.stringify(build)).update(script).digest('hex').slice(0, 12);
  return `globalThis.offlineBuild = ${JSON.stringify({ id, ...build })};\n${script}`;
}
