import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import { expect, test } from 'vitest';
import { OwnFiles } from './own-files.ts';

/** Cache Storage with a single cache, and a server that can become unreachable. */
function bench() {
  const kept = new Map<string, Response>();
  const cache: Pick<Cache, 'match' | 'put'> = {
    match: async (path) => kept.get(String(path))?.clone(),
    put: async (path, response) => void kept.set(String(path), response),
  };
  const server = { isThere: true, status: 200 };
  const files = new OwnFiles({
    caches: { open: async () => cache as Cache }, // Other members are not used.
    async fetch(input) {
      if (!server.isThere) throw new TypeError('Failed to fetch');
      const path = typeof input === 'string' ? input : new URL(input instanceof Request ? input.url : input).pathname;
      return new Response(`server's ${path}`, { status: server.status });
    },
  });
  const ask = async (path: string) => (await files.answer(new Request(`http://p1.run.test${path}`), path)).text();
  return { files, server, kept, ask };
}

test('without its server, a preview that has been open has its own files', async () => {
  const { files, server, ask } = bench();
  await files.keep();
  server.isThere = false;
  expect(await ask(PREVIEW_PATHS.bridge)).toBe(`server's ${PREVIEW_PATHS.bridge}`);
});

test('the server’s come first, and what it has not whole changes nothing', async () => {
  const { files, server, kept, ask } = bench();
  expect(await ask(PREVIEW_PATHS.bridge)).toBe(`server's ${PREVIEW_PATHS.bridge}`);
  server.status = 404;
  await files.keep();
  expect(kept.size).toBe(0);
});

test('what was never kept fails as it does without a worker; the worker and its status are none of these', async () => {
  const { files, server, ask } = bench();
  server.isThere = false;
  await expect(ask(PREVIEW_PATHS.bridge)).rejects.toThrow('Failed to fetch');
  expect([PREVIEW_PATHS.serviceWorker, PREVIEW_PATHS.status, '/', '/index.html'].filter((path) => files.has(path))).toEqual([]);
});
