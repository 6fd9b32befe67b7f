import { expect, test } from 'vitest';
import { BRIDGE_PORTS, findBridges } from './find-bridges.ts';

test('a bridge is found at any of its usual ports, and whatever else answers there is none', async () => {
  const asked: [string, RequestInit | undefined][] = [];
  const request: typeof fetch = async (url, init) => {
    asked.push([String(url), init]);
    switch (new URL(String(url)).port) {
      case '8799':
      case '8802':
        return Response.json({ bridge: 'devonz-bridge', version: '1' });
      case '8800':
        return Response.json({ bridge: 'another' });
      case '8801':
        return new Response('<html>');
      default:
        throw new TypeError('failed');
    }
  };
  expect(await findBridges(request)).toEqual(['http://127.0.0.1:8799', 'http://127.0.0.1:8802']);
  // Whoever listens there learns only that somebody has looked.
  expect(asked.map(([url]) => url)).toEqual(BRIDGE_PORTS.map((port) => `http://127.0.0.1:${port}/.well-known/devonz-bridge`));
  for (const [, init = {}] of asked) expect(Object.keys(init)).toEqual(['signal']);
});
