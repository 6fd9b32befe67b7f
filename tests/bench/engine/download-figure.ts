import { gzipSync } from 'node:zlib';
import { startClientHost } from '../../conformance/harness/client-host.ts';
import type { Figure } from './bench-context.ts';

/**
 * Measures the gzipped size of the engine that a browser with empty caches downloads: until the first shell command has run, and then until
 * `node` has.
 */
export const downloadFigure: Figure = {
  name: 'download',
  async measure() {
    const sizes = new Map<string, number>();
    const host = await startClientHost({
      host: 'engine',
      ...(process.env.CONFORMANCE_ENGINE ? { builtEngine: process.env.CONFORMANCE_ENGINE } : {}),
      onFileSent: (path, content) => void sizes.set(path, gzipSync(content).byteLength),
    });
    try {
      const page = await host.openPage();
      const run = (command: string) =>
        page.evaluate(async (line) => {
          const child = await (await booted()).spawn('jsh', ['-c', line]);
          if ((await child.exit) !== 0) throw new Error(`${line} failed`);
        }, command);
      await run('echo first');
      const boot = kilobytes(beforeNode(sizes));
      await run('node -e 0');
      const node = kilobytes(sizes);
      for (const [path, size] of sizes) console.error(`${(size / 1000).toFixed(1).padStart(8)} kB  ${path}`);
      return { downloadBootKB: boot, downloadNodeKB: node };
    } finally {
      await host.close();
    }
  },
};

/** Excludes the prefetch of `node`, which may begin before the first command has ended and is not part of the boot. */
function beforeNode(sizes: ReadonlyMap<string, number>): Map<string, number> {
  const sent = [...sizes];
  const first = sent.findIndex(([path]) => path.includes('/node-program-'));
  return new Map(first === -1 ? sent : sent.slice(0, first));
}

function kilobytes(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000;
}
