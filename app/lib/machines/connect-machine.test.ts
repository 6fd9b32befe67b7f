import { describe, expect, test } from 'vitest';
import { connectMachine, isBridgeThere } from './connect-machine.ts';
import { FACTS } from './testing/machine-facts.ts';

const LINK = { address: 'http://127.0.0.1:8798', token: 'a1b2c3d4e5f6g7h8i9j0' };
const ORIGIN = 'http://secret.ide.localhost:8798';
const answering =
  (response: () => Response): typeof fetch =>
  async () =>
    response();
const connected = (origin: string, facts: object = FACTS) => answering(() => Response.json({ facts, origin }));

describe('connecting to a bridge', () => {
  test('sends the token once, as JSON, and returns the machine', async () => {
    const asked: [string, RequestInit | undefined][] = [];
    const request: typeof fetch = async (url, init) => {
      asked.push([String(url), init]);
      return Response.json({ facts: { ...FACTS, ofLater: true }, origin: ORIGIN });
    };
    expect(await connectMachine(request, LINK)).toEqual({ facts: FACTS, origin: ORIGIN });
    expect(asked.map(([url, init]) => [url, init?.method, init?.body])).toEqual([
      ['http://127.0.0.1:8798/connect', 'POST', JSON.stringify({ token: LINK.token })],
    ]);
  });

  test.each<[string, typeof fetch, string]>([
    ['nobody answers', () => Promise.reject(new TypeError('failed')), 'No bridge answers at http://127.0.0.1:8798'],
    ['the token is used', answering(() => new Response('The token was used.', { status: 403 })), 'refused: The token was used.'],
    ['it is no bridge', answering(() => new Response('<html>')), 'do not understand each other'],
    ['it leaves something out', connected(ORIGIN, { ...FACTS, folder: undefined }), 'do not understand each other'],
    ['its folder is no path', connected(ORIGIN, { ...FACTS, folder: '../x' }), 'do not understand each other'],
    ['it names a page of the internet', connected('http://evil.example:8798'), 'not its own'],
    ['it names another port of this computer', connected('http://secret.localhost:3000'), 'not its own'],
    ['it names an encrypted address', connected('https://secret.localhost:8798'), 'not its own'],
  ])('says what is wrong if %s', async (_case, request, message) => {
    await expect(connectMachine(request, LINK)).rejects.toThrow(message);
  });

  test('a bridge is there if its port answers as one', async () => {
    expect(
      await isBridgeThere(
        answering(() => Response.json({ bridge: 'devonz-bridge', version: '1' })),
        ORIGIN,
      ),
    ).toBe(true);
    expect(
      await isBridgeThere(
        answering(() => new Response('hello')),
        ORIGIN,
      ),
    ).toBe(false);
    expect(await isBridgeThere(() => Promise.reject(new TypeError('failed')), ORIGIN)).toBe(false);
  });
});
