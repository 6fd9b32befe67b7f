import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rewriteTarballAddresses } from './rewrite-tarball-addresses.ts';

const BASE = 'https://run.example/registry/';

async function through(parts: readonly Uint8Array[]): Promise<string> {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return new Response(source.pipeThrough(rewriteTarballAddresses(BASE))).text();
}

test('the address of a tarball is rewritten wherever the document is cut into chunks', async () => {
  const entry = fc.record({
    address: fc.constantFrom('https://packages.example/', 'http://mirror.example:4873/npm/', 'https://a.example/x/y/'),
    path: fc.constantFrom('left-pad/-/left-pad-1.3.0.tgz', '@scope/name/-/name-2.0.0.tgz', '@scope%2fname/-/name-2.0.0.tgz'),
    space: fc.constantFrom('', ' ', '\n  '),
    text: fc.string({ unit: 'grapheme', maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 6 }), fc.array(fc.nat({ max: 400 }), { maxLength: 12 }), async (entries, cuts) => {
      const document = (base: (address: string) => string) =>
        entries
          .map(({ address, path, space, text }) => `{"d":${JSON.stringify(text)},"tarball"${space}:${space}"${base(address)}${path}"}`)
          .join(',');
      const bytes = new TextEncoder().encode(document((address) => address));
      const places = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort((a, b) => a - b);
      const parts = places.slice(1).map((end, index) => bytes.slice(places[index], end));
      expect(await through(parts)).toBe(document(() => BASE));
    }),
    { numRuns: 300 },
  );
});

test('an address without an end is passed on while it comes', async () => {
  const parts = ['{"tarball":"https://', ...Array<string>(50).fill('a'.repeat(1000)), '"}'];
  expect(await through(parts.map((part) => new TextEncoder().encode(part)))).toBe(parts.join(''));
});
