import type { HelpPages } from '../agent/contract/tool-ports.ts';

/** Addresses of the product's own documents: files next to the scripts, each fetched when it is read. */
const ADDRESSES = import.meta.glob<string>(
  ['../../../README.md', '../../../docs/*.md', '!../../../docs/seeds.md', '!../../../docs/test-tiers.md'],
  {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  },
);

/** Presents them as a folder: `README.md`, `docs/using.md`, … */
export function createHelpPages(load: (address: string) => Promise<string>): HelpPages {
  const addresses = new Map(Object.entries(ADDRESSES).map(([path, address]) => [path.replace('../../../', ''), address]));
  return {
    list: () => [...addresses.keys()].sort(),
    async read(page) {
      const address = addresses.get(page);
      return address === undefined ? null : load(address);
    },
  };
}

export const helpPages = createHelpPages(async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The document could not be loaded: the server answered ${response.status}.`);
  return response.text();
});
