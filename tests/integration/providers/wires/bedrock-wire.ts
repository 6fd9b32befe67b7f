import { crc32 } from 'node:zlib';
import { inTwo, type Wire } from './wire.ts';

/** ConverseStream: frames of AWS's binary event stream. */
export const bedrockWire: Wire = {
  format: 'bedrock',
  contentType: 'application/vnd.amazon.eventstream',
  showsReasoning: true,
  seal: 'sealed-by-bedrock',
  // Its token count does not state how many were for thinking.
  usage: { inputTokens: 100, outputTokens: 30, cachedInputTokens: 40 },
  failure: (message) => frame({ ':message-type': 'exception', ':exception-type': 'serviceUnavailableException' }, { message }),
  answer: ({ reasoning, text, calls }) => {
    const blocks: { start?: unknown; deltas: unknown[] }[] = [
      ...(reasoning === undefined
        ? []
        : [
            {
              deltas: [
                ...inTwo(reasoning).map((piece) => ({ reasoningContent: { text: piece } })),
                { reasoningContent: { signature: 'sealed-by-bedrock' } },
              ],
            },
          ]),
      ...(text === undefined ? [] : [{ deltas: inTwo(text).map((piece) => ({ text: piece })) }]),
      ...(calls ?? []).map(({ id, name, input }) => ({
        start: { toolUse: { toolUseId: id, name } },
        deltas: inTwo(JSON.stringify(input)).map((piece) => ({ toolUse: { input: piece } })),
      })),
    ];
    return [
      named('messageStart', { role: 'assistant' }),
      ...blocks.flatMap(({ start, deltas }, contentBlockIndex) => [
        ...(start === undefined ? [] : [named('contentBlockStart', { contentBlockIndex, start })]),
        ...deltas.map((delta) => named('contentBlockDelta', { contentBlockIndex, delta })),
        named('contentBlockStop', { contentBlockIndex }),
      ]),
      named('messageStop', { stopReason: calls === undefined ? 'end_turn' : 'tool_use' }),
      named('metadata', {
        usage: { inputTokens: 60, outputTokens: 30, totalTokens: 130, cacheReadInputTokens: 40, cacheWriteInputTokens: 0 },
        metrics: { latencyMs: 5 },
      }),
    ];
  },
};

function named(eventType: string, payload: unknown): Uint8Array {
  return frame({ ':message-type': 'event', ':event-type': eventType, ':content-type': 'application/json' }, payload);
}

/** Encodes length, header length, their checksum, headers, payload, checksum of everything. */
function frame(headers: Record<string, string>, payload: unknown): Uint8Array {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(12 + head.length + body.length + 4, 0);
  prelude.writeUInt32BE(head.length, 4);
  const start = Buffer.concat([prelude, checksum(prelude), head, body]);
  return new Uint8Array(Buffer.concat([start, checksum(start)]));
}

function header(name: string, value: string): Buffer {
  // 7 is the type of a string.
  const around = Buffer.from([name.length, ...Buffer.from(name), 7, 0, 0]);
  around.writeUInt16BE(value.length, around.length - 2);
  return Buffer.concat([around, Buffer.from(value)]);
}

function checksum(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
