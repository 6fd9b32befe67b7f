import { describe, expect, test } from 'vitest';
import type { ImagePart } from '../../../protocol/attachments/image-schema.ts';
import { chatRequestSchema, MAX_CHAT_REQUEST_BYTES } from '../../../protocol/chat-request.ts';
import { contentHashSchema } from '../../../protocol/ids.ts';
import type { ChatMessage } from '../../../protocol/message.ts';
import { TOOLS } from '../../../tools/index.ts';
import { codecNamed } from '../../codecs/codec-list.ts';
import type { SentStep, StepRequest } from '../../contract/ports.ts';
import { composeSummary } from '../compose-summary.ts';
import { sendableRequest } from '../sendable-request.ts';
import { estimateTokens } from '../token-gauge.ts';
import { transcriptOf } from '../transcript.ts';
import { withImageContents } from './with-image-contents.ts';
import { withoutImages } from './without-images.ts';

const image = (digit: string, rest: Partial<ImagePart> = {}): ImagePart => ({
  type: 'image',
  hash: contentHashSchema.parse(digit.repeat(64)),
  mediaType: 'image/png',
  name: `${digit}.png`,
  width: 1_000,
  height: 750,
  size: 3,
  ...rest,
});
const user = (id: string, ...parts: ChatMessage['parts']): ChatMessage => ({ id, role: 'user', parts });
const request = (...messages: ChatMessage[]): StepRequest => ({ modelId: 'm', mode: 'agent', system: '', messages, toolNames: [] });
const bytes = new Map([[image('a').hash, new Uint8Array([1, 2, 3])]]);

async function sentOf(step: StepRequest): Promise<SentStep> {
  const sent: SentStep[] = [];
  const carrier = {
    async open(given: SentStep) {
      sent.push(given);
      return new ReadableStream<Uint8Array>();
    },
  };
  await withImageContents(carrier, async (hash) => bytes.get(hash) ?? null).open(step, new AbortController().signal);
  const [first] = sent;
  if (first === undefined) throw new Error('nothing was sent');
  return first;
}

describe('an image of the user', () => {
  test('goes out as its bytes, in a shape that the server takes; the same history gives the same bytes', async () => {
    const step = request(user('u', { type: 'text', text: 'Look' }, image('a')));
    const sent = await sentOf(step);
    expect(sent.messages[0]?.parts[1]).toEqual({
      type: 'file',
      mediaType: 'image/png',
      filename: 'a.png',
      url: 'data:image/png;base64,AQID',
    });
    expect(chatRequestSchema.safeParse({ chatId: 'c', ...sent }).error?.issues ?? []).toEqual([]);
    expect(JSON.stringify(await sentOf(structuredClone(step)))).toBe(JSON.stringify(sent));
  });

  test('that is no longer stored is a sentence', async () => {
    const sent = await sentOf(request(user('u', image('b'))));
    expect(sent.messages[0]?.parts).toEqual([
      { type: 'text', text: '[Image b.png, 1000 × 750, is no longer stored and cannot be shown.]' },
    ]);
  });

  test('is a sentence for a model that sees none, and the rest of the message stays', () => {
    const message = withoutImages(user('u', { type: 'text', text: 'Look' }, image('a')), 'unseen');
    expect(message?.parts).toEqual([
      { type: 'text', text: 'Look' },
      { type: 'text', text: '[Image a.png, 1000 × 750, is not shown to you: this model sees no images.]' },
    ]);
  });

  test('goes with the words around it where calls are written as text', () => {
    const messages = [user('1', { type: 'text', text: 'Look' }, image('a')), user('2', image('b'))];
    const encoded = codecNamed('json').encode(request(...messages), TOOLS);
    expect(encoded.messages).toMatchObject([{ role: 'user', parts: [{ text: 'Look' }, { name: 'a.png' }, { name: 'b.png' }] }]);
  });

  test('counts as tokens by its area, within what providers take for one', () => {
    const tokens = (one: ImagePart) => estimateTokens(request(user('u', one))) - estimateTokens(request(user('u')));
    expect(tokens(image('a'))).toBe(1_000);
    expect(tokens(image('a', { width: 10, height: 10 }))).toBe(85);
    expect(tokens(image('a', { width: 9_000, height: 9_000 }))).toBe(1_600);
  });

  test('is a short note in a summary, and for the model that writes it', () => {
    const messages = [user('u', { type: 'text', text: 'Look' }, image('a'))];
    expect(transcriptOf(messages, 1_000)).toBe('USER:\nLook\n[Image a.png, 1000 × 750]');
    const summary = composeSummary({ messages, remarks: new Set(), problems: [], summary: 'done' });
    expect(summary).toContain('> Look\n> [attached: Image a.png, 1000 × 750; it is no longer shown]');
  });
});

test('of images larger than a request may be the oldest are left out, and that is said', () => {
  const messages = Array.from({ length: 9 }, (_, place) => user(`u-${place}`, image('a', { size: 1_200_000 })));
  const sent = sendableRequest(request(...messages)).messages;
  const kept = sent.filter(({ parts }) => parts.some(({ type }) => type === 'image'));
  expect((kept.length * 1_200_000 * 4) / 3).toBeLessThan(MAX_CHAT_REQUEST_BYTES);
  expect(kept.length).toBeGreaterThanOrEqual(4);
  expect(kept.at(-1)).toBe(messages.at(-1));
  expect(sent[0]?.parts).toMatchObject([{ type: 'text', text: expect.stringContaining('left out here') }]);
});

describe('the server takes no image', () => {
  const refused = (part: object, role = 'user') =>
    chatRequestSchema.safeParse({
      chatId: 'c',
      modelId: 'm',
      mode: 'chat',
      system: '',
      toolNames: [],
      messages: [{ id: 'u', role, parts: [part] }],
    }).success === false;
  const file = { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AQID' };

  test.each([
    ['by an address that somebody would have to fetch', { url: 'https://example.com/a.png' }],
    ['of another type than it says', { url: 'data:image/jpeg;base64,AQID' }],
    ['of a type that models do not take', { mediaType: 'image/svg+xml', url: 'data:image/svg+xml;base64,AQID' }],
    ['that is no base64', { url: 'data:image/png;base64,<svg>' }],
    ['larger than one may be', { url: `data:image/png;base64,${'A'.repeat(2_100_000)}` }],
  ])('%s', (_what, rest) => {
    expect(refused({ ...file, ...rest })).toBe(true);
  });

  test('in the words of the model', () => {
    expect(refused(file)).toBe(false);
    expect(refused(file, 'assistant')).toBe(true);
  });
});
