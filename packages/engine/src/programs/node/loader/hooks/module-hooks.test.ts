import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

async function run(files: Record<string, string>) {
  const kernel = createTestKernel({ programs: { node } });
  for (const [path, text] of Object.entries(files)) {
    kernel.kernel.fileSystem.mkdir(path.slice(0, path.lastIndexOf('/')), true, 0o755);
    kernel.kernel.fileSystem.writeFile(path, new TextEncoder().encode(text));
  }
  return kernel.run(['node', '/app/main.mjs']);
}

describe('module.registerHooks', () => {
  it('finds and makes modules that are imported and required, the last hooks first, until they are taken away', async () => {
    const ran = await run({
      '/app/data.cjs': 'module.exports = "OLD";',
      '/app/main.mjs': `
import { createRequire, registerHooks } from 'node:module';
const require = createRequire(import.meta.url);
registerHooks({
  resolve: (name, context, next) => (name === 'virtual:a' ? { url: 'virtual:a', format: 'module', shortCircuit: true } : next(name, context)),
  load: (url, context, next) =>
    url === 'virtual:a' ? { format: context.format, source: 'export default "made"', shortCircuit: true } : next(url, context),
});
const second = registerHooks({
  resolve: (name, context, next) => next(name === 'alias' ? 'node:path' : name, context),
  load(url, context, next) {
    const loaded = next(url, context);
    return url.endsWith('data.cjs') ? { ...loaded, source: String(loaded.source).replace('OLD', 'NEW ' + context.format) } : loaded;
  },
});
console.log((await import('virtual:a')).default, typeof (await import('alias')).join, require('alias') === require('path'));
console.log(require('./data.cjs'), require('fs').readFileSync === (await import('fs')).readFileSync);
second.deregister();
await import('alias').catch((error) => console.log(error.code));
registerHooks({ resolve: () => ({ url: 'file:///x' }) });
await import('./y.mjs').catch((error) => console.log(error.code));
`,
    });
    expect(ran).toEqual({
      exitCode: 0,
      stdout: 'made function true\nNEW commonjs true\nERR_MODULE_NOT_FOUND\nERR_LOADER_CHAIN_INCOMPLETE\n',
      stderr: '',
    });
  });
});
