import { expect, test } from 'vitest';
import type { PreparedImage } from '../protocol/attachments/prepared-image.ts';
import { contentHashSchema } from '../protocol/ids.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { toolContext } from '../tools/testing/run-tool.ts';
import { keepingPictures, MOST_PICTURES } from './keep-picture.ts';
import type { McpPart } from './mcp-service.ts';
import { mcpTool } from './mcp-tool.ts';

/** Converts any file that is not text to an image. The file's first byte is the image's size in units of 100 kB. */
async function prepareImage(file: File): Promise<PreparedImage> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first = 0] = bytes;
  if (first >= 32) return { ok: false, why: 'It is no image.' };
  const hash = contentHashSchema.parse(first.toString(16).repeat(64).slice(0, 64));
  return { ok: true, image: { hash, mediaType: 'image/png', name: file.name, width: 4, height: 3, size: (first + 1) * 100_000 } };
}

const picture = (...bytes: number[]): McpPart => {
  const data = btoa(String.fromCharCode(...bytes));
  return { type: 'image', mimeType: 'image/png', byteCount: bytes.length, data };
};

async function answerOf(parts: McpPart[]) {
  const tool = mcpTool({
    server: 'browser',
    target: 'npx browser',
    tool: {
      name: 'shot',
      offeredAs: 'mcp_browser__shot',
      title: '',
      description: '',
      schema: {},
      hints: {},
      hash: 'h',
      seen: { status: 'seen' },
    },
    inputSchema: { type: 'object' },
    verdict: 'allow',
    problemOf: () => null,
    call: async () => ({ ok: true, value: { parts, structured: null, isError: false } }),
    keepPicture: keepingPictures(prepareImage),
    onApproved: () => undefined,
  });
  const context = toolContext(new MemoryWorkspace());
  const planned = await tool.plan({}, context);
  if (!planned.ok) throw new Error(planned.message);
  const result = await tool.run({}, context, planned.intent);
  if (!result.ok) throw new Error(result.message);
  const images = result.effects.flatMap((effect) => (effect.type === 'images-answered' ? effect.images : []));
  return { output: JSON.stringify(result.output), images };
}

test('an image of an answer is kept by what its bytes are, and the model reads that it follows', async () => {
  const { output, images } = await answerOf([{ type: 'text', text: 'Done.' }, picture(1, 2)]);
  expect(images).toMatchObject([{ name: 'shot-1', mediaType: 'image/png' }]);
  expect(output).toContain('It follows as an image.');
});

test.each([
  ['is none', picture(60, 115)],
  ['was too large to be read', { type: 'image', mimeType: 'image/png', byteCount: 9_000_000, data: null } as const],
  ['is no base64', { type: 'image', mimeType: 'image/png', byteCount: 1, data: '*' } as const],
])('what says that it is an image and %s is a sentence', async (_what, part) => {
  const { output, images } = await answerOf([part]);
  expect(images).toEqual([]);
  expect(output).toContain('It is not shown to you.');
});

test('one answer has no more images than a message of the user may have, and each once', async () => {
  const many = await answerOf(Array.from({ length: 12 }, () => picture(0)));
  expect(many.images).toHaveLength(1);
  const large = await answerOf([picture(13), picture(14), picture(12), picture(11)]);
  expect(large.images.map(({ size }) => size)).toEqual([1_400_000, 1_500_000, 1_300_000]);
  const different = await answerOf(Array.from({ length: 12 }, (_, index) => picture(index % 2)));
  expect(different.output.match(/follows/g)).toHaveLength(MOST_PICTURES);
});
