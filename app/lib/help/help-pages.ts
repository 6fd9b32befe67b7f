import type { HelpPages } from '../agent/ports.ts';

/** The product's own documents, each a chunk that is loaded when it is read. */
const PAGES = import.meta.glob<string>(['../../../README.md', '../../../docs/*.md', '!../../../docs/seeds.md'], {
  query: '?raw',
  import: 'default',
});

/** As a folder: `README.md`, `docs/using.md`, … */
export const helpPages: HelpPages = {
  list: () => Object.keys(PAGES).map(nameOf).sort(),
  async read(page) {
    const path = Object.keys(PAGES).find((one) => nameOf(one) === page);
    return path === undefined ? null : ((await PAGES[path]?.()) ?? null);
  },
};

function nameOf(path: string): string {
  return path.replace('../../../', '');
}
