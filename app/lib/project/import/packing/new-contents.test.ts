import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentHashSchema } from '../../../protocol/ids.ts';
import { contentsIn } from '../../testing/contents-in.ts';
import { newContents } from './new-contents.ts';
import { packContents } from './pack-contents.ts';

const hash = async (content: Uint8Array) => contentHashSchema.parse(createHash('sha256').update(content).digest('hex'));
const given = Array.from({ length: 10 }, (_, index) => new TextEncoder().encode(`content ${index} `.repeat(100)));

/** Returns the new stored contents if the first `known` contents are stored already. */
async function storedBeside(known: number) {
  const packed = await packContents(given, { hash });
  const before = new Set(packed.contents.slice(0, known).map((content) => content.hash));
  const stored = await newContents(packed, packed.contents, (each) => before.has(each));
  const contents = await contentsIn([stored]);
  for (const { hash: each, content } of packed.contents) if (!before.has(each)) expect(contents.get(each)).toEqual(content);
  return { packs: stored.packs.length, alone: stored.blobs.size };
}

test('all that is new is stored, in its pack unless most of that is known', async () => {
  expect(await storedBeside(0)).toEqual({ packs: 1, alone: 0 });
  expect(await storedBeside(5)).toEqual({ packs: 1, alone: 0 });
  expect(await storedBeside(6)).toEqual({ packs: 0, alone: 4 });
  expect(await storedBeside(10)).toEqual({ packs: 0, alone: 0 });
});
