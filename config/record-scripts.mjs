import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes down which modules each script of the build is made of, for `npm run bench -- size`: `{ [script]: { [module]: characters } }`, as
 * they were before they were made small. One function for all builds of a run: workers that Vite builds on their own are recorded too.
 * @param {string} file
 * @param {string} root
 * @returns {() => import('vite').Plugin}
 */
export function recordScripts(file, root) {
  /** @type {Record<string, Record<string, number>>} */
  const scripts = {};
  return () => ({
    name: 'record-scripts',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const modules = Object.entries(chunk.modules).map(([id, { renderedLength }]) => [id.replace(root, ''), renderedLength]);
        scripts[chunk.fileName] = Object.fromEntries(modules);
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(scripts));
    },
  });
}
