import { expect, test } from 'vitest';
import { createWhyUnreachable, mayBeAskedAbout } from './why-unreachable.ts';

const OLLAMA = 'http://127.0.0.1:11434';
const DEPLOYED = { protocol: 'https:', hostname: 'ide.example.com' };
const HERE = { protocol: 'http:', hostname: 'ide.localhost' };

/** Permissions of a browser that knows only these names. */
function permissions(states: Readonly<Record<string, string>>) {
  return {
    async query({ name }: { name: string }) {
      const state = new Map(Object.entries(states)).get(name);
      if (state === undefined) throw new TypeError(`'${name}' is not a valid value for PermissionName`);
      return { state };
    },
  };
}

const failing =
  (words: string): typeof fetch =>
  async () => {
    throw new TypeError(words);
  };

test('who listens and lets no page read is distinguished from who is not there', async () => {
  const listens: typeof fetch = async () => new Response();
  expect(await createWhyUnreachable({ fetch: listens, permissions: undefined, page: HERE })(OLLAMA)).toBe('blocked');
  expect(await createWhyUnreachable({ fetch: failing('Failed to fetch'), permissions: undefined, page: HERE })(OLLAMA)).toBe('silent');
});

test.each([
  { 'local-network-access': 'denied' },
  { 'loopback-network': 'denied', 'local-network': 'granted' },
  { 'loopback-network': 'prompt', 'local-network': 'denied' },
])('a permission that was denied is what is said: %o', async (states) => {
  const why = createWhyUnreachable({ fetch: failing('Failed to fetch'), permissions: permissions(states), page: DEPLOYED });
  expect(await why(OLLAMA)).toBe('denied');
});

test.each([
  ['Chrome', 'Failed to fetch', OLLAMA, 'silent'],
  ['Firefox', 'NetworkError when attempting to fetch resource.', OLLAMA, 'silent'],
  ['Safari', 'Load failed', OLLAMA, 'insecure'],
  ['Chrome', 'Failed to fetch', 'http://192.168.1.20:11434', 'insecure'],
  ['Safari', 'Load failed', 'https://gpu.lan', 'silent'],
])('from an encrypted page in %s (%s) %s is %s', async (_browser, words, address, problem) => {
  const why = createWhyUnreachable({ fetch: failing(words), permissions: permissions({}), page: DEPLOYED });
  expect(await why(address)).toBe(problem);
});

test('only a page from elsewhere is asked about, and only while the user has not decided', async () => {
  expect(await mayBeAskedAbout({ permissions: permissions({ 'local-network-access': 'prompt' }), page: DEPLOYED })).toBe(true);
  expect(await mayBeAskedAbout({ permissions: permissions({ 'local-network-access': 'prompt' }), page: HERE })).toBe(false);
  expect(await mayBeAskedAbout({ permissions: permissions({ 'local-network-access': 'granted' }), page: DEPLOYED })).toBe(false);
  expect(await mayBeAskedAbout({ permissions: undefined, page: DEPLOYED })).toBe(false);
});
