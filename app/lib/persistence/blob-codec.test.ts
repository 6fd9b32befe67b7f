import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deflateNatively, packBlob, storedSize, unpackBlob } from './blob-codec.ts';

const repeated = fc
  .tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.nat(400))
  .map(([text, times]) => new TextEncoder().encode(text.repeat(times)));

test('whatever a content is, it comes back byte for byte and takes no more than itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 4_000 }), repeated), async (content) => {
      const stored = await packBlob(content);
      expect(storedSize(stored)).toBeLessThanOrEqual(content.byteLength);
      expect(await unpackBlob(structuredClone(stored))).toEqual(content);
    }),
  );
});

test('what the browser’s own compressor makes comes back byte for byte, too, several at a time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.uint8Array({ maxLength: 2_000 }), repeated), { maxLength: 4 }), async (contents) => {
      const stored = await Promise.all(contents.map((content) => packBlob(content, deflateNatively)));
      expect(await Promise.all(stored.map((each) => unpackBlob(each)))).toEqual(contents);
    }),
    { numRuns: 40 },
  );
});

test('text becomes shorter; what is small or random stays as it is', async () => {
  const text = new TextEncoder().encode('const value = compute(input);\n'.repeat(10_000));
  expect(storedSize(await packBlob(text))).toBeLessThan(text.byteLength / 50);
  const small = new TextEncoder().encode('x'.repeat(200));
  expect(await packBlob(small)).toBe(small);
  const random = crypto.getRandomValues(new Uint8Array(60_000));
  expect(await packBlob(random)).toBe(random);
});

test('a long content that does not become shorter is not compressed to its end', async () => {
  const random = Uint8Array.from({ length: 400_000 }, (_none, index) => (Math.imul(index + 1, 2_654_435_761) >>> 13) & 255);
  const content = crypto.getRandomValues(random.subarray(0, 65_536)).length === 65_536 ? random : expect.unreachable();
  expect(await packBlob(content)).toBe(content);
});

test('what is damaged is no content', async () => {
  const stored = await packBlob(new TextEncoder().encode('text '.repeat(1_000)));
  if (stored instanceof Uint8Array) throw new Error('It was not compressed.');
  for (const damaged of [
    { ...stored, bytes: stored.bytes.subarray(0, 10) },
    { ...stored, size: 1 },
    { ...stored, bytes: new Uint8Array([255, 255, 255]) },
    { ...stored, encoding: 'zip' },
    'text',
    undefined,
  ]) {
    expect(await unpackBlob(damaged)).toBeNull();
  }
});
