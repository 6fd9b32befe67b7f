import { afterEach, expect, test } from 'vitest';
import { webCryptoHasher } from '../agent/testing/test-session.ts';
import { $mcpPictures } from '../stores/mcp.ts';
import { keepPicture } from './keep-picture.ts';

afterEach(() => $mcpPictures.set(new Map()));

test('a picture is kept under a name of its content, once', async () => {
  const name = await keepPicture('image/png', 'AAAA', webCryptoHasher);
  expect(await keepPicture('image/png', 'AAAA', webCryptoHasher)).toBe(name);
  expect(await keepPicture('image/webp', 'BBBB', webCryptoHasher)).not.toBe(name);
  expect([...$mcpPictures.get().values()]).toEqual(['data:image/png;base64,AAAA', 'data:image/webp;base64,BBBB']);
});

test('what could run something, or is no picture, is not kept', async () => {
  for (const type of ['image/svg+xml', 'text/html', 'image/png;x', '']) expect(await keepPicture(type, 'AAAA', webCryptoHasher)).toBeNull();
  expect($mcpPictures.get().size).toBe(0);
});

test('only the newest are kept', async () => {
  for (let count = 0; count < 60; count++) await keepPicture('image/png', `A${count}`, webCryptoHasher);
  expect($mcpPictures.get().size).toBe(24);
  expect([...$mcpPictures.get().values()].at(-1)).toBe('data:image/png;base64,A59');
});
