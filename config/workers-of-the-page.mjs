import { dirname, resolve } from 'node:path';

const NEW_WORKER = /new URL\(\s*'([^']+)'\s*,\s*import\.meta\.url\s*,?\s*\)/g;
const ADDRESS_OF_WORKER = /\?worker&url$/;
const PREFIX = '\0address-of-worker:';
/** The helper that Vite puts before each `import()`, which preloads its dependencies. Only pages can preload: workers have no `<link>`. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
const PRELOAD = 'function preload(baseModule, deps, importerUrl) {';

/** Modules that need a document, or that would slow down a worker's start. */
const OF_PAGES = /\/node_modules\/react-dom\/|\.tsx(?:\?|$)/;

/**
 * Builds workers in one module graph with the page. By default Vite bundles each worker separately, so a library that the page and five
 * workers use (zod) is included six times. Here they share chunks, so a worker mostly loads files that the browser already has.
 *
 * `alone`: names of workers that must be a single file that loads nothing else; Vite bundles these.
 * @param {{ alone: readonly string[] }} options
 * @returns {import('vite').Plugin}
 */
export function workersOfThePage({ alone }) {
  /** @type {Set<string>} */
  const files = new Set();
  return {
    name: 'workers-of-the-page',
    enforce: 'pre',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    resolveId(source, importer) {
      if (!ADDRESS_OF_WORKER.test(source) || importer === undefined) return null;
      // Under another suffix, because Vite handles this one itself.
      return `${PREFIX}${resolve(dirname(importer), source.replace(ADDRESS_OF_WORKER, ''))}`;
    },
    load(id) {
      return id.startsWith(PREFIX) ? `export default ${address(this, files, id.slice(PREFIX.length))};` : null;
    },
    transform(code, id) {
      if (id === PRELOAD_HELPER) {
        if (!code.includes(PRELOAD)) this.error('Vite preloads otherwise than it did: look at what workers must leave out.');
        return { code: code.replace(PRELOAD, `${PRELOAD} if (typeof document === 'undefined') return baseModule();`), map: null };
      }
      if (!/\.tsx?$/.test(id) || !code.includes('new Worker(')) return null;
      const replaced = code.replace(NEW_WORKER, (found, path) => {
        const file = resolve(dirname(id), path);
        return alone.some((name) => file.endsWith(`/${name}.ts`)) ? found : address(this, files, file);
      });
      return replaced === code ? null : { code: replaced, map: null };
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      for (const worker of chunks.filter(({ facadeModuleId }) => facadeModuleId !== null && files.has(facadeModuleId))) {
        const loaded = new Set([worker.fileName]);
        for (const name of loaded) {
          const chunk = bundle[name];
          if (chunk?.type !== 'chunk') continue;
          const ofPages = chunk.moduleIds.find((id) => OF_PAGES.test(id));
          if (ofPages !== undefined) this.error(`The worker ${worker.name} would load ${ofPages}, which is for pages: ${name} has it.`);
          for (const further of [...chunk.imports, ...chunk.dynamicImports]) loaded.add(further);
        }
      }
    },
  };
}

/**
 * @param {import('vite').Rollup.PluginContext} context
 * @param {Set<string>} files where the file is noted
 * @param {string} file
 * @returns {string} an expression whose value is the address of the file's chunk
 */
function address(context, files, file) {
  files.add(file);
  const reference = context.emitFile({ type: 'chunk', id: file, name: file.replace(/^.*\/|\.ts$/g, ''), preserveSignature: false });
  return `import.meta.ROLLUP_FILE_URL_${reference}`;
}
