import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webCryptoHasher } from '../../agent/testing/test-session.ts';
import { type ContentPack, openPack, packEntryFrom, packTogether, storedShares } from './content-pack.ts';

async function packed(contents: readonly Uint8Array[]) {
  const hashed = await Promise.all(contents.map(async (content) => ({ content, hash: await webCryptoHasher.hash(content) })));
  return { hashed, ...(await packTogether(hashed, webCryptoHasher)) };
}

async function onePack(): Promise<ContentPack> {
  const { packs } = await packed(['one', 'two', 'three'].map((text) => new TextEncoder().encode(text.repeat(50))));
  return packs[0] ?? expect.unreachable();
}

test('whatever is packed is there again, each content once and in one place', async () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ maxLength: 2_000 }).map((text) => new TextEncoder().encode(text)),
    fc.nat(90_000).map((size) => new Uint8Array(size).fill(size)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 30 }), async (contents) => {
      const { hashed, packs, alone } = await packed(contents);
      const found = new Map(alone.map(({ hash, content: each }) => [hash, each]));
      for (const { entry, bytes } of packs) {
        const opened = (await openPack(structuredClone(bytes))) ?? expect.unreachable();
        expect([...opened.keys()]).toEqual(entry.hashes);
        expect(packEntryFrom(structuredClone(entry))).toEqual(entry);
        for (const [hash, each] of opened) {
          expect(found.has(hash)).toBe(false);
          found.set(hash, each);
        }
      }
      expect(found.size).toBe(new Set(hashed.map(({ hash }) => hash)).size);
      // Compares with `Buffer`, because `expect` takes seconds for large contents.
      for (const { hash, content: each } of hashed) expect(Buffer.compare(found.get(hash) ?? expect.unreachable(), each)).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('what is damaged is no pack, wherever it is damaged', async () => {
  const { bytes } = await onePack();
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.byteLength - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ change;
      const opened = await openPack(damaged);
      // Some bits of gzip's header do not affect the content; if only those are damaged, the content must be unchanged.
      if (opened !== null) expect(opened).toEqual(await openPack(bytes));
      expect(await openPack(bytes.subarray(0, at))).toBeNull();
    }),
    { numRuns: 60 },
  );
  for (const none of [undefined, null, 'text', {}, new Uint8Array(0), [bytes]]) expect(await openPack(none)).toBeNull();
});

test('what a pack takes in the storage is what its contents take together', async () => {
  const { entry, bytes } = await onePack();
  const shares = storedShares(entry);
  expect(shares.map(([hash]) => hash)).toEqual(entry.hashes);
  expect(Math.abs(shares.reduce((sum, [, size]) => sum + size, 0) - bytes.byteLength)).toBeLessThan(shares.length);
});
