import { expect, test } from 'vitest';
import { ProviderRedirectError } from '../../step/provider-address-error.ts';
import { createLocalFetch } from './local-fetch.ts';

function recording(answer: Response) {
  const asked: RequestInit[] = [];
  const network: typeof fetch = async (_input, init) => {
    asked.push(init ?? {});
    return answer;
  };
  return { network, asked };
}

test('nothing of the user goes along, and no header that needs a permission', async () => {
  const { network, asked } = recording(Response.json({}));
  const headers = { 'content-type': 'application/json', 'user-agent': 'sdk', authorization: 'Bearer x' };
  await createLocalFetch({ fetch: network, isSecurePage: false, now: () => 0 })('http://127.0.0.1:1/x', { method: 'POST', headers });
  expect([...new Headers(asked[0]?.headers)]).toEqual([['content-type', 'application/json']]);
  expect(asked[0]).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
});

test('a redirect is not followed, and said', async () => {
  // As browsers represent a redirect that is not followed.
  const opaque = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
  const asked = createLocalFetch({ fetch: recording(opaque).network, isSecurePage: false, now: () => 0 })('http://127.0.0.1:1/x');
  await expect(asked).rejects.toThrow(ProviderRedirectError);
});

test.each([
  ['http://192.168.1.2:1/x', true, 'local'],
  ['http://127.0.0.1:1/x', true, undefined],
  ['https://192.168.1.2:1/x', true, undefined],
  ['http://192.168.1.2:1/x', false, undefined],
])(
  '%s from a page that is encrypted (%s) is asked for as a device of the network only where that is needed',
  async (url, isSecurePage, space) => {
    const { network, asked } = recording(Response.json({}));
    await createLocalFetch({ fetch: network, isSecurePage, now: () => 0 })(url);
    expect(asked[0]).toEqual(expect.objectContaining(space === undefined ? {} : { targetAddressSpace: space }));
    expect(Object.hasOwn(asked[0] ?? {}, 'targetAddressSpace')).toBe(space !== undefined);
  },
);

test('a server that is gone is said with what to do, found out only then', async () => {
  let asked = 0;
  const explain = async () => {
    asked += 1;
    return 'Ollama does not answer at 127.0.0.1:11434. Start it.';
  };
  await createLocalFetch({ fetch: recording(Response.json({})).network, isSecurePage: false, now: () => 0, explain })(
    'http://127.0.0.1:11434/x',
  );
  expect(asked).toBe(0);
  const gone = createLocalFetch({
    fetch: async () => Promise.reject(new TypeError('Failed to fetch')),
    isSecurePage: false,
    now: () => 0,
    explain,
  });
  await expect(gone('http://127.0.0.1:11434/x')).rejects.toMatchObject({ cause: { message: expect.stringContaining('Start it.') } });
});

test.each([
  { what: 'a server that is there', waited: 30_000, isThere: true, comes: true },
  { what: 'a server that has gone meanwhile', waited: 30_000, isThere: false, comes: false },
  { what: 'a server that failed at once', waited: 100, isThere: true, comes: false },
])('a response that $what did not give after $waited ms is the model’s loading, not the network’s failure: $comes', async (given) => {
  let time = 0;
  const network: typeof fetch = async () => {
    time += given.waited;
    throw new TypeError('Failed to fetch');
  };
  const surroundings = { fetch: network, isSecurePage: false, now: () => time, isThere: async () => given.isThere };
  const answer = await createLocalFetch(surroundings)('http://127.0.0.1:11434/api/chat').catch((error: unknown) => error);
  if (!given.comes) return expect(answer).toBeInstanceOf(TypeError);
  expect(answer).toMatchObject({ status: 504 });
  expect(await (answer as Response).text()).toContain('still being loaded'); // It has a status.
});
