import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';

const PUBLIC = new URL('../../../public/', import.meta.url);

const MANIFEST = z.object({
  name: z.string().min(1),
  start_url: z.literal('/'),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string().startsWith('/'), sizes: z.string(), type: z.string(), purpose: z.string().optional() })),
});

async function manifest() {
  return MANIFEST.parse(JSON.parse(await readFile(new URL('manifest.webmanifest', PUBLIC), 'utf8')));
}

test('a browser offers to install the app: in a window of its own, with a small icon, a large one and one that a system may cut', async () => {
  const { icons } = await manifest();
  const pictures = icons.filter(({ type }) => type === 'image/png').map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
  expect(pictures).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
});

test('every icon of the manifest is there, and as large as the manifest says', async () => {
  const { icons } = await manifest();
  for (const { src, sizes, type } of icons) {
    const bytes = await readFile(new URL(src.slice(1), PUBLIC));
    // A PNG's first chunk contains its width and height.
    const found = type === 'image/png' ? `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}` : 'any';
    expect({ src, found }).toEqual({ src, found: sizes });
  }
});
