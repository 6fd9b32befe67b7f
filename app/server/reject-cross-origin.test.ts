import { describe, expect, test } from 'vitest';
import { LOCAL_HOST_NAMES } from '../lib/protocol/hosts.ts';
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

  test('reading needs no origin', () => {
    expect(rejectCrossOrigin(new Request(`${APP}/api/models`), LOCAL_HOST_NAMES)).toBeNull();
  });

  test.each(['cross-site', 'same-site'])('another page cannot make the browser read the API (%s)', (site) => {
    const read = (path: string) =>
      rejectCrossOrigin(new Request(`${APP}${path}`, { headers: { 'sec-fetch-site': site } }), LOCAL_HOST_NAMES);
    expect(read('/api/models')?.status).toBe(403);
    expect(read('/chat/1')).toBeNull();
  });

  test('the app and the address bar can', () => {
    for (const site of ['same-origin', 'none']) {
      const request = new Request(`${APP}/api/models`, { headers: { 'sec-fetch-site': site } });
      expect(rejectCrossOrigin(request, LOCAL_HOST_NAMES)).toBeNull();
    }
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
