import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './bench-context.ts';

const FOLDERS = 100;
const FILES_EACH = 100;
const CONTENT = 'export const line = "about as long as a line of a program is";\n'.repeat(16);

/** Mounts a tree of 10 000 files of 1 kB through the client's `mount`, compared with writing them to this machine's disk. */
export const mountFigure: Figure = {
  name: 'mount',
  async measure(context) {
    const page = await context.openPage();
    const times = await page.evaluate(
      async ({ folders, files, content }) => {
        const container = await booted();
        const mount = async (): Promise<number> => {
          const tree: Parameters<typeof container.mount>[0] = {};
          for (let folder = 0; folder < folders; folder += 1) {
            const directory: typeof tree = {};
            for (let file = 0; file < files; file += 1) directory[`file-${file}.ts`] = { file: { contents: content } };
            tree[`folder-${folder}`] = { directory };
          }
          const startedAt = performance.now();
          await container.mount(tree);
          return performance.now() - startedAt;
        };
        return [await mount(), await mount()];
      },
      { folders: FOLDERS, files: FILES_EACH, content: CONTENT },
    );
    await page.context().close();
    return { mountMs: times[0] ?? Number.NaN, mountAgainMs: times[1] ?? Number.NaN, mountNativeMs: await nativeTime() };
  },
};

async function nativeTime(): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'devonz-bench-'));
  try {
    const startedAt = performance.now();
    for (let folder = 0; folder < FOLDERS; folder += 1) {
      const path = join(root, `folder-${folder}`);
      await mkdir(path);
      await Promise.all(Array.from({ length: FILES_EACH }, (_, file) => writeFile(join(path, `file-${file}.ts`), CONTENT)));
    }
    return performance.now() - startedAt;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
