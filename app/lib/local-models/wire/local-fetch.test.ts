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
  await createLocalFetch({ fetch: network, isSecurePage: false })('http://127.0.0.1:1/x', { method: 'POST', headers });
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
  const asked = createLocalFetch({ fetch: recording(opaque).network, isSecurePage: false })('http://127.0.0.1:1/x');
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
    await createLocalFetch({ fetch: network, isSecurePage })(url);
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
  await createLocalFetch({ fetch: recording(Response.json({})).network, isSecurePage: false, explain })('http://127.0.0.1:11434/x');
  expect(asked).toBe(0);
  const gone = createLocalFetch({ fetch: async () => Promise.reject(new TypeError('Failed to fetch')), isSecurePage: false, explain });
  await expect(gone('http://127.0.0.1:11434/x')).rejects.toMatchObject({ cause: { message: expect.stringContaining('Start it.') } });
});
