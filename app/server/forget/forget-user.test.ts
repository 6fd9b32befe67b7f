import { expect, test } from 'vitest';
import { forgetUser } from './forget-user.server.ts';

const ask = (cookie: string, environment = {}) =>
  forgetUser(new Request('https://app.example.com/api/forget', { method: 'POST', headers: { cookie } }), {
    APP_HOST: 'app.example.com',
    SANDBOX_HOST: 'run.example.com',
    ...environment,
  });

/** Returns the names of the cookies that a response deletes. */
const deleted = (response: Response) =>
  response.headers.getSetCookie().flatMap((cookie) => (/Max-Age=0(?:;|$)/.test(cookie) ? [cookie.split('=')[0]] : []));

test('every cookie of ours goes, whatever it is for, and none of others', async () => {
  const answer = await ask('__Host-devonz-key-a=x; __Host-devonz-access=y; __Host-devonz-guest=z; __Host-devonz-later=?; theirs=1');
  expect(deleted(answer)).toEqual([
    '__Host-devonz-key-a',
    '__Host-devonz-access',
    '__Host-devonz-guest',
    '__Host-devonz-later',
    '__Host-devonz-probe',
    'devonz-language',
  ]);
  expect(answer.headers.get('clear-site-data')).toBe('"storage"');
});

test('what the server keeps of them goes from its store', async () => {
  const held = `kv.${'a'.repeat(43)}`;
  const removed: string[] = [];
  const namespace = { get: async () => null, put: async () => undefined, delete: async (key: string) => void removed.push(key) };
  await ask(`__Host-devonz-key-a=${held}`, { KEY_STORE: namespace });
  expect(removed).toHaveLength(1);
});
