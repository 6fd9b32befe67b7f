import { afterEach, expect, test } from 'vitest';
import type { PromptContext } from '../../../../app/lib/agent/contract/agent-session.ts';
import { INITIAL_CONVERSATION } from '../../../../app/lib/agent/contract/conversation-state.ts';
import { buildStepRequest } from '../../../../app/lib/agent/history/build-step-request.ts';
import { runtimeCapabilities } from '../../../../app/lib/agent/prompts/runtime-capabilities.ts';
import { DEFAULT_APP_SETTINGS } from '../../../../app/lib/protocol/settings.ts';
import { TOOL_REGISTRY, TOOLS } from '../../../../app/lib/tools/index.ts';
import { answerChatRequest } from '../../../../app/server/step/answer-chat-request.server.ts';
import { chatChunk, ProviderServer, sse } from '../../../../app/server/testing/provider-server.ts';
import { userMessage } from '../../../../app/server/testing/step-client.ts';
import { testAccess } from '../../../../app/server/testing/test-access.ts';

/**
 * The part of a request that is the same in every step of a run, as an endpoint receives it: the system prompt and the definitions of the
 * tools.
 */
let provider: ProviderServer | undefined;
afterEach(async () => {
  await provider?.stop();
  provider = undefined;
});

const context: PromptContext = { rules: [], limits: runtimeCapabilities('engine') };

interface Wire {
  messages: { role: string; content: string }[];
  tools: { function: { name: string; parameters: { properties?: Record<string, object> } } }[];
}

async function wireOf(variable: 'OPENAI' | 'OPENAI_COMPATIBLE', isShort: boolean): Promise<Wire> {
  const server = await ProviderServer.start((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(sse(chatChunk({ content: 'Hello.' }), chatChunk({}, 'stop')));
  });
  provider = server;
  const modelId = variable === 'OPENAI' ? 'openai:m' : 'openai-compatible:m';
  const built = buildStepRequest({
    mode: 'agent',
    modelId,
    state: INITIAL_CONVERSATION,
    tools: TOOL_REGISTRY,
    context,
    settings: DEFAULT_APP_SETTINGS,
    isShort,
  });
  const body = { chatId: 'chat-1', ...built, messages: [userMessage('')] };
  const request = new Request('http://ide.localhost/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const access = testAccess({ [`${variable}_BASE_URL`]: `${server.url}/v1`, [`${variable}_API_KEY`]: 'k' });
  await (await answerChatRequest(request, { access, tools: TOOLS })).text();
  return JSON.parse(server.received[0]?.body ?? 'null');
}

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength;
const fixedBytes = ({ messages, tools }: Wire) => bytes(messages.filter(({ role }) => role === 'system')) + bytes(tools);

test.each(['OPENAI', 'OPENAI_COMPATIBLE'] as const)(
  '%s: the whole prompt, with all tools named and most described, are at most 9 kB, the short form 7',
  async (variable) => {
    const whole = await wireOf(variable, false);
    expect(whole.tools).toHaveLength(TOOLS.filter(({ rare }) => rare === undefined).length);
    expect(fixedBytes(whole)).toBeLessThanOrEqual(9_000);
    await provider?.stop();
    const short = await wireOf(variable, true);
    expect(short.tools.length).toBeGreaterThan(5);
    expect(fixedBytes(short)).toBeLessThanOrEqual(7_000);
  },
);
