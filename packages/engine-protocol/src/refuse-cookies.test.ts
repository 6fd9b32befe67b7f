import { expect, test } from 'vitest';
import { refuseCookies } from './refuse-cookies.ts';

/** The cookies that a page at `run.ide.localhost` sees; a `null` domain means a host-only cookie. */
function jar(cookies: { name: string; domain: string | null; path: string }[]) {
  return {
    cookies,
    getAll: async () => cookies.map(({ name, path }) => ({ name, path })),
    async delete({ name, domain, path }: { name: string; domain: string; path: string }) {
      const at = cookies.findIndex((cookie) => cookie.name === name && cookie.domain === domain && cookie.path === path);
      if (at >= 0) cookies.splice(at, 1);
    },
  };
}

test('cookies for a whole domain are deleted, now and whenever it looks again; those of the host alone stay', async () => {
  const own = { name: 'access', domain: null, path: '/' };
  const store = jar([own, { name: 'bomb', domain: 'run.ide.localhost', path: '/' }, { name: 'bomb', domain: 'ide.localhost', path: '/a' }]);
  let again = () => {};
  const look = refuseCookies(store, 'run.ide.localhost', (work) => {
    again = work;
  });
  await look();
  expect(store.cookies).toEqual([own]);
  store.cookies.push({ name: 'later', domain: 'ide.localhost', path: '/' });
  again();
  await expect.poll(() => store.cookies).toEqual([own]);
});

test('a browser without the Cookie Store, or one that refuses it, is no error', async () => {
  await refuseCookies(undefined, 'ide.localhost', () => expect.unreachable())();
  const refusing = { getAll: () => Promise.reject(new Error('blocked')), delete: async () => undefined };
  await refuseCookies(refusing, 'ide.localhost', () => undefined)();
});
