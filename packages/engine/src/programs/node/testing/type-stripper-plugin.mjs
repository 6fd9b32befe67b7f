/**
 * @swc/wasm-typescript is written for Node and imports two of its modules; in a browser bundle it gets stubs.
 * @type {import('esbuild').Plugin}
 */
export const typeStripperPlugin = {
  name: 'type-stripper',
  setup(build) {
    build.onResolve({ filter: /^(util|node:buffer)$/ }, async ({ path, importer, resolveDir }) => {
      if (!importer.includes('@swc/wasm-typescript')) return undefined;
      if (path === 'util') return { path, namespace: 'type-stripper' };
      return build.resolve('buffer/', { resolveDir, kind: 'require-call' });
    });
    build.onLoad({ filter: /.*/, namespace: 'type-stripper' }, () => ({
      contents: 'export const { TextDecoder, TextEncoder } = globalThis;',
      loader: 'js',
    }));
  },
};
