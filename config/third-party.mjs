import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string, version: string, license: string }} ThirdPartyPackage */
/** @typedef {{ version?: string, license?: string, link?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockEntry */

/** Development dependencies of the engine that are not in its bundle: they only build, check and test it. The others are bundled. */
const ENGINE_TOOLS = /^(?:@types\/.+|esbuild|express|fast-check|devonz-engine-protocol)$/;
/** Packages from which the build makes icons and a price table. */
const DRAWN_FROM = ['@iconify-json/lucide', '@pydantic/genai-prices'];

/**
 * The third-party packages in the built app, its server and the engine, with their transitive dependencies, from the lock file.
 * @param {string} root @returns {ThirdPartyPackage[]}
 */
export function thirdPartyPackages(root) {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  /** @type {Record<string, LockEntry>} */
  const lock = read('package-lock.json').packages;
  const bundledByEngine = Object.keys(read('packages/engine/package.json').devDependencies).filter((name) => !ENGINE_TOOLS.test(name));
  const found = new Map([
    ...closure(lock, '', [...Object.keys(read('package.json').dependencies), ...DRAWN_FROM]),
    ...closure(lock, 'packages/engine', bundledByEngine),
  ]);
  const packages = [...found.values()];
  return packages.sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

/**
 * Resolves package names from a folder, with their transitive dependencies, by name and version.
 * @param {Record<string, LockEntry>} lock @param {string} folder @param {readonly string[]} names @returns {Map<string, ThirdPartyPackage>}
 */
function closure(lock, folder, names) {
  const found = new Map();
  const waiting = names.map((name) => ({ from: folder, name }));
  const seen = new Set();
  for (const { from, name } of waiting) {
    const path = resolveIn(lock, from, name);
    // An optional dependency for other machines is in no build.
    if (path === null || seen.has(path)) continue;
    seen.add(path);
    const { version = '', license = 'not named', link, dependencies = {} } = lock[path] ?? {};
    if (link !== true) found.set(`${name}@${version}`, { name, version, license });
    waiting.push(...Object.keys(dependencies).map((each) => ({ from: path, name: each })));
  }
  return found;
}

/**
 * Resolves as Node does: the nearest `node_modules`, from the inside out.
 * @param {Record<string, LockEntry>} lock @param {string} from @param {string} name @returns {string | null}
 */
function resolveIn(lock, from, name) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (lock[path] !== undefined) return path;
  if (from === '') return null;
  const outer = from.lastIndexOf('/node_modules/');
  return resolveIn(lock, outer === -1 ? '' : from.slice(0, outer), name);
}

/** @param {string} one @param {string} other */
function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
