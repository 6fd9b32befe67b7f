import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Records the modules of each built script for `npm run bench -- size`: `{ [script]: { [module]: characters } }`, counted before
 * minification. The builds of a run share one function, so workers that Vite builds separately are recorded too.
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
