import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Figure } from '../bench-context.ts';
import { compareCommand } from '../compare-command.ts';
import { openReactProject, writeFiles } from '../open-react-project.ts';

const FILES = 10;

/**
 * Returns a typical test file: renders a component to markup, imports a project module, and uses asynchronous work, mocks and snapshots.
 */
function testFile(number: number): string {
  return `import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sum } from '../sum.ts';

afterEach(() => vi.restoreAllMocks());

describe('part ${number}', () => {
  it.each([1, 2, 3, 4, 5])('adds %i', (value) => {
    expect(sum(value, ${number})).toBe(value + ${number});
  });

  it('renders', () => {
    expect(renderToString(createElement('p', { className: 'part' }, 'part ', ${number}))).toContain('part');
  });

  it('waits', async () => {
    vi.useFakeTimers();
    const work = vi.fn(async () => new Promise((resolve) => setTimeout(() => resolve(${number}), 1000)));
    const settled = work();
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await expect(settled).resolves.toBe(${number});
    expect(work.mock.calls).toMatchInlineSnapshot(\`
      [
        [],
      ]
    \`);
  });
});
`;
}

/** Measures `vitest run` of ten test files, with vitest's default pool and settings. */
export const vitestFigure: Figure = {
  name: 'vitest',
  async measure(context) {
    const folder = await context.nativeProjects.folder('wasm');
    const page = await openReactProject(context);
    const files = Array.from({ length: FILES }, (_, at) => [`src/parts/part-${at}.test.ts`, testFile(at)] as const);
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await writeFiles(page, files);
    const figures = await compareCommand({ label: 'vitest', command: 'vitest', args: ['run', 'src/parts'], page, folder, rounds: 3 });
    await page.context().close();
    return figures;
  },
};
