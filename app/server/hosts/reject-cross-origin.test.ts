import { LOCAL_HOST_NAMES } from 'devonz-engine-protocol/hosts';
import { describe, expect, test } from 'vitest';
import { rejectCrossOrigin } from './reject-cross-origin.server.ts';

const APP = 'http://ide.localhost:8788';

function post(headers: Record<string, string>, url = `${APP}/api/chat`): Request {
  return new Request(url, { method: 'POST', headers: { host: new URL(url).host, ...headers } });
}

describe('rejectCrossOrigin', () => {
  test('lets the app itself through', () => {
    expect(rejectCrossOrigin(post({ origin: APP, 'sec-fetch-site': 'same-origin' }), LOCAL_HOST_NAMES)).toBeNull();
    expect(rejectCrossOrigin(post({ origin: APP }), LOCAL_HOST_NAMES)).toBeNull();
  });

  const read = (headers: Record<string, string>) => rejectCrossOrigin(new Request(`${APP}/x`, { headers }), LOCAL_HOST_NAMES);

  test('reading needs no origin, and the address bar may', () => {
    expect(read({})).toBeNull();
    expect(read({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBeNull();
    expect(read({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' })).toBeNull();
  });

  test.each(['cross-site', 'same-site'])('another page may link here, and have nothing else of the app (%s)', (site) => {
    expect(read({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBeNull();
    for (const [mode, destination] of [
      ['no-cors', 'image'],
      ['no-cors', 'script'],
      ['cors', 'empty'],
      ['navigate', 'iframe'],
      ['navigate', 'object'],
      ['websocket', 'websocket'],
    ] as const)
      expect(read({ 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination })?.status).toBe(403);
    expect(read({ 'sec-fetch-site': site })?.status).toBe(403);
    expect(read({ origin: 'http://p3000.run.ide.localhost:8788' })?.status).toBe(403);
  });

  test('a handshake of a WebSocket is refused, whoever it is from', () => {
    expect(read({ upgrade: 'websocket' })?.status).toBe(403);
    expect(read({ upgrade: 'websocket', origin: APP, 'sec-fetch-site': 'same-origin' })?.status).toBe(403);
  });

  test.each([
    ['the sandbox, which is same-site', { origin: 'http://run.ide.localhost:8788', 'sec-fetch-site': 'same-site' }],
    ['a preview that forged nothing but lacks the fetch metadata', { origin: 'http://p3000.run.ide.localhost:8788' }],
    ['the same host on another port', { origin: 'http://ide.localhost:9999' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['nobody', {}],
    ["the app by another site's doing", { origin: APP, 'sec-fetch-site': 'cross-site' }],
    ['a name that only begins like the app', { origin: 'http://ide.localhost:8788.evil.example' }],
  ])('refuses a request of %s', async (_who, headers) => {
    const refusal = rejectCrossOrigin(post(headers), LOCAL_HOST_NAMES);
    expect(refusal?.status).toBe(403);
    expect(await refusal?.json()).toMatchObject({ error: { code: 'cross_origin' } });
  });

  test('refuses when the request was sent to another host, whatever its origin', () => {
    const url = 'http://run.ide.localhost:8788/api/chat';
    expect(rejectCrossOrigin(post({ origin: 'http://run.ide.localhost:8788' }, url), LOCAL_HOST_NAMES)?.status).toBe(403);
  });
});
