import { NotWholeError } from 'devonz-engine-protocol/offline/offline-worker';
import { MemoryCaches } from 'devonz-engine-protocol/offline/testing/memory-caches';
import { expect, test } from 'vitest';
import { VERSION_HEADER } from '../lib/offline/offline-address.ts';
import { addShellPages, keptPageFor, shellResponse } from './shell-pages.ts';

const page = (version: string) => new Response('<html>', { headers: { [VERSION_HEADER]: version } });
const add = async (fetchPage: typeof fetch) => addShellPages(await new MemoryCaches().open('a'), 'v1', fetchPage);

test('four kinds of pages open without a network, all chats from one', () => {
  expect(['/', '/doctor', '/chat/0b6f-1', '/chat/x_y', '/delete-everything'].map(keptPageFor)).toEqual([
    '/',
    '/doctor',
    '/chat/any',
    '/chat/any',
    '/delete-everything',
  ]);
  const others = ['/replay', '/unattended', '/mcp/callback', '/chat/', '/chat/a/b', '/chat/%2e', '/api/models', '//', '/chat/a.data'];
  expect(others.filter((path) => keptPageFor(path) !== null)).toEqual([]);
});

test.each([
  ['a sign-in’s own page with status 200', async () => new Response('<form>')],
  ['a redirect to a sign-in', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a page of another build', async () => page('v2')],
  ['an error of ours', async () => new Response('', { status: 500, headers: { [VERSION_HEADER]: 'v1' } })],
])('%s is never kept', async (_name, fetchPage) => {
  await expect(add(fetchPage)).rejects.toThrow(NotWholeError);
});

test('the build’s own pages are kept', async () => {
  await expect(add(async () => page('v1'))).resolves.toBeUndefined();
});

test('each answer has a nonce of its own, in the page and in its policy alike', async () => {
  const kept = () =>
    new Response('<script nonce="b2xk+/=="></script><script nonce="b2xk+/==">', {
      headers: { 'content-security-policy': "script-src 'self' 'nonce-b2xk+/=='", 'cross-origin-opener-policy': 'same-origin' },
    });
  const answer = await shellResponse(kept(), () => 'bmV3');
  expect(await answer.text()).toBe('<script nonce="bmV3"></script><script nonce="bmV3">');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': "script-src 'self' 'nonce-bmV3'",
    'cross-origin-opener-policy': 'same-origin',
  });
});
