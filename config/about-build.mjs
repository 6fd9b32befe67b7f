import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { thirdPartyPackages } from './third-party.mjs';

const MODULE = 'virtual:about-build';

/**
 * Facts about the build, as a module that is loaded on demand: its commit, the engine's version, third-party packages.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function aboutBuild(root) {
  return {
    name: 'about-build',
    resolveId: (source) => (source === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      const engine = JSON.parse(readFileSync(join(root, 'packages/engine/package.json'), 'utf8'));
      return [
        `export const commit = ${JSON.stringify(commitOf(root))};`,
        `export const engineVersion = ${JSON.stringify(engine.version)};`,
        `export const packages = ${JSON.stringify(thirdPartyPackages(root))};`,
      ].join('\n');
    },
  };
}

/**
 * The short hash of the commit, with a plus if the working tree differs from it. Null if there is no repository.
 * @param {string} root @returns {string | null}
 */
function commitOf(root) {
  const given = process.env.CF_PAGES_COMMIT_SHA;
  if (given) return given.slice(0, 8);
  const git = (/** @type {string[]} */ args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git(['rev-parse', '--short=8', 'HEAD']);
  if (status !== 0) return null;
  return `${stdout.trim()}${git(['status', '--porcelain', '--untracked-files=no']).stdout.trim() === '' ? '' : '+'}`;
}
