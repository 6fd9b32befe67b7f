// npm run release -- 0.3.0 [--dry-run]: creates a new version of the root and of every package, with its changelog section, as one commit
// and a tag. Pushing is left to the user.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const BRANCH = 'main';
const TITLE = '# Changelog\n';

/**
 * @param {{ root: string, version: string, date: string, isDryRun?: boolean }} options
 * @returns {string} the changelog's new section
 */
export function release({ root, version, date, isDryRun = false }) {
  /** @param {string[]} words */
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const manifests = manifestsOf(root);
  const current = readManifest(join(root, 'package.json')).version;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`A version is three numbers, as in 1.2.3, and not “${version}”.`);
  if (!isNewer(version, current)) throw new Error(`${version} is not newer than ${current}.`);
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  if (branch !== BRANCH) throw new Error(`Releases are made on ${BRANCH}; this is ${branch}.`);
  if (git('status', '--porcelain') !== '') throw new Error('The working tree has changes that are not committed.');
  const last = lastTag(git);
  const subjects = git('log', '--reverse', '--no-merges', '--format=%s', last === null ? 'HEAD' : `${last}..HEAD`);
  if (subjects === '') throw new Error(`Nothing was committed since ${last}.`);
  const section = sectionOf(version, date, subjects.split('\n'));
  if (isDryRun) return section;

  for (const path of manifests) bump(path, version, manifests);
  const lock = join(root, 'package-lock.json');
  if (existsSync(lock)) bumpLock(lock, version, manifests, root);
  const changelog = join(root, 'CHANGELOG.md');
  const before = existsSync(changelog) ? readFileSync(changelog, 'utf8') : TITLE;
  writeFileSync(
    changelog,
    before.replace(TITLE, () => `${TITLE}\n${section}`),
  );
  git('add', '--all');
  git('commit', '--quiet', '--message', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', version);
  return section;
}

/** @param {(...words: string[]) => string} git */
function lastTag(git) {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  } catch {
    return null;
  }
}

/**
 * Commits are `area: imperative`: the area is the part before the colon, up to a slash.
 * @param {string} version @param {string} date @param {readonly string[]} subjects
 */
function sectionOf(version, date, subjects) {
  /** @type {Map<string, string[]>} */
  const areas = new Map();
  for (const subject of subjects) {
    const [, area = 'other', words = subject] = /^([a-z][\w .-]*)(?:\/[^:]*)?: (.*)$/.exec(subject) ?? [];
    areas.set(area, [...(areas.get(area) ?? []), words]);
  }
  const blocks = [...areas.keys()]
    .sort()
    .map((area) => `### ${area}\n\n${(areas.get(area) ?? []).map((words) => `- ${words}`).join('\n')}\n`);
  return `## ${version} (${date})\n\n${blocks.join('\n')}`;
}

/** @param {string} root the root's manifest, then those of the packages */
function manifestsOf(root) {
  const packages = join(root, 'packages');
  const folders = existsSync(packages) ? readdirSync(packages).sort() : [];
  return [
    join(root, 'package.json'),
    ...folders.map((folder) => join(packages, folder, 'package.json')).filter((path) => existsSync(path)),
  ];
}

/** @param {string} path @returns {{ name: string, version: string, [field: string]: unknown }} */
function readManifest(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Our packages depend on each other in the same version. @param {string} path @param {string} version @param {string[]} manifests */
function bump(path, version, manifests) {
  const manifest = readManifest(path);
  manifest.version = version;
  alignDependencies(manifest, version, manifests);
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @param {Record<string, unknown>} manifest @param {string} version @param {string[]} manifests */
function alignDependencies(manifest, version, manifests) {
  const ours = new Set(manifests.map((path) => readManifest(path).name));
  for (const field of ['dependencies', 'devDependencies', 'peerDependencies']) {
    const needed = /** @type {Record<string, string> | undefined} */ (manifest[field]);
    for (const name of Object.keys(needed ?? {})) if (needed && ours.has(name) && /^\d/.test(needed[name] ?? '')) needed[name] = version;
  }
}

/** @param {string} path @param {string} version @param {string[]} manifests @param {string} root */
function bumpLock(path, version, manifests, root) {
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  lock.version = version;
  for (const manifest of manifests) {
    const key = manifest === join(root, 'package.json') ? '' : manifest.slice(root.length + 1, -'/package.json'.length);
    const entry = lock.packages?.[key];
    if (entry === undefined) continue;
    entry.version = version;
    alignDependencies(entry, version, manifests);
  }
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}

/** @param {string} version @param {string} than */
function isNewer(version, than) {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean', default: false } } });
  const [version] = positionals;
  if (version === undefined) {
    console.error('npm run release -- VERSION [--dry-run]');
    process.exit(2);
  }
  try {
    const date = new Date().toISOString().slice(0, 10);
    const isDryRun = values['dry-run'];
    console.log(release({ root: fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''), version, date, isDryRun }));
    console.log(isDryRun ? 'Nothing was changed.' : `Now: git push --follow-tags`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
