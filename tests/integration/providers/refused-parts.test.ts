import { afterEach, expect, test } from 'vitest';
import { projectRecords } from '../../../app/lib/agent/conversation/projection.ts';
import { testSession } from '../../../app/lib/agent/testing/test-session.ts';
import type { AttachedImage } from '../../../app/lib/protocol/attachments/image-schema.ts';
import { contentHashSchema } from '../../../app/lib/protocol/ids.ts';
import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../app/lib/tools/index.ts';
import { strictAnthropic } from './strict/strict-anthropic.ts';
import { strictChat } from './strict/strict-chat.ts';
import { strictGemini } from './strict/strict-gemini.ts';
import { strictOllama } from './strict/strict-ollama.ts';
import { strictResponses } from './strict/strict-responses.ts';
import { StrictProviders } from './strict/strict-server.ts';
import type { StrictWire } from './strict/strict-wire.ts';
import type { ScriptedAnswer } from './wires/wire.ts';

/** A part of the history that a provider rejects is omitted permanently, and a line in the conversation says so. */

let providers: StrictProviders | null = null;
afterEach(async () => {
  await providers?.stop();
  providers = null;
});

const image: AttachedImage = {
  hash: contentHashSchema.parse('a'.repeat(64)),
  mediaType: 'image/png',
  name: 'screen.png',
  width: 1,
  height: 1,
  size: 70,
};
const error = (message: string, rest: Record<string, unknown> = {}) => ({ error: { message, type: 'invalid_request_error', ...rest } });

interface Row {
  make: () => StrictWire;
  part: 'thoughts' | 'images' | 'tool' | 'call-ids';
  status?: number;
  body: unknown;
  /** Returns whether the request contains the rejected part. */
  holds(body: string): boolean;
}

const hasImage = (body: string) => body.includes('iVBORw0KGgo');
const ROWS: readonly Row[] = [
  {
    make: strictResponses,
    part: 'thoughts',
    body: error('The encrypted content for item rs_1 could not be verified.', { code: 'invalid_encrypted_content' }),
    holds: (body) => body.includes('encrypted_content":"') || body.includes('"id":"fc_'),
  },
  {
    make: strictGemini,
    part: 'thoughts',
    body: { error: { code: 400, message: 'Unable to submit request because Thought signature is not valid.', status: 'INVALID_ARGUMENT' } },
    holds: (body) => /"thoughtSignature":"(?!skip_thought_signature_validator)/.test(body),
  },
  {
    make: strictAnthropic,
    part: 'thoughts',
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
      },
    },
    holds: (body) => body.includes('"type":"thinking","thinking"'),
  },
  {
    make: strictChat,
    part: 'thoughts',
    body: error(
      "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
    ),
    holds: (body) => body.includes('reasoning_content'),
  },
  {
    make: strictChat,
    part: 'images',
    body: error('This model does not support image input.'),
    holds: hasImage,
  },
  {
    make: strictAnthropic,
    part: 'images',
    body: error('messages.0.content.1.image.source.base64: Could not process image'),
    holds: hasImage,
  },
  {
    make: strictOllama,
    part: 'images',
    status: 500,
    body: { error: 'image input is not supported - hint: you may need to provide the mmproj' },
    holds: hasImage,
  },
  {
    make: strictResponses,
    part: 'tool',
    body: error("Invalid schema for function 'devonz_read_file': In context=('properties', 'path'), 'type' is required.", {
      param: 'tools[0].parameters',
    }),
    holds: (body) => body.includes('"name":"devonz_read_file","description"') || /"tools":\[[^\]]*"devonz_read_file"/.test(body),
  },
  {
    make: strictChat,
    part: 'call-ids',
    body: error('Tool call id was functions.devonz_read_file:0 but must be a-z, A-Z, 0-9, with a length of 9.'),
    holds: (body) => body.includes('functions.devonz_read_file:0'),
  },
];

const first = (wire: StrictWire): ScriptedAnswer => ({
  reasoning: 'I think.',
  text: 'I look.',
  calls: [{ id: wire.callId(0, 'devonz_read_file'), name: 'devonz_read_file', input: { path: 'a.txt' } }],
});

test.each(ROWS.map((row) => [row.part, row.make().modelId, row] as const))(
  '%s that %s refuses are left out in one more request, and in none after it',
  async (part, modelId, { make, status = 400, body, holds }) => {
    const wire = make();
    const script = [first(wire), { text: 'Done.' }, { text: 'And again.' }];
    let refused = 0;
    providers = await StrictProviders.start(
      [wire],
      () => script.shift() ?? { text: 'Nothing was scripted.' },
      (_wire, sent) => {
        // Without the full history it is accepted: as with a provider that rejects it only later.
        const text = JSON.stringify(sent);
        if (script.length === 3 || !holds(text)) return null;
        refused += 1;
        return { status, body };
      },
    );
    const { session, journal, say } = testSession({
      transport: providers.transport([wire]),
      workspace: new MemoryWorkspace({ 'a.txt': 'Hello.' }),
      tools,
      modelId: () => modelId,
    });
    await session.send('Look', 'agent', undefined, [{ image }]);
    await session.settled();
    expect([session.state().status, refused]).toEqual(['completed', 1]);
    expect(providers.exchanges).toHaveLength(3);
    await say('Once more');
    expect([session.state().status, refused, script]).toEqual(['completed', 1, []]);
    expect(providers.refusals()).toEqual([]);
    // It is stored: reopening the chat does not repeat the rejected request.
    const left = projectRecords(journal.records).leftOut;
    expect(left.map((one) => [one.modelId, one.left.part])).toEqual([[modelId, part]]);
  },
);

test('what nothing can be left out of is shown as it is, after one request', async () => {
  const wire = strictAnthropic();
  providers = await StrictProviders.start(
    [wire],
    () => ({ text: 'Never.' }),
    () => ({ status: 400, body: error('messages.1.content.0: `thinking` blocks cannot be modified.') }),
  );
  const { session, say } = testSession({
    transport: providers.transport([wire]),
    workspace: new MemoryWorkspace(),
    tools,
    modelId: () => wire.modelId,
  });
  await say('Look');
  expect(session.state()).toMatchObject({ status: 'error', notice: { type: 'step-failed', kind: 'refused' } });
  expect(providers.exchanges).toHaveLength(1);
});
