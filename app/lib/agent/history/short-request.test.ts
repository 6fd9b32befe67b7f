import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../tools/index.ts';
import { StepTransportError } from '../contract/errors.ts';
import { ScriptedTransport, say } from '../testing/scripted-transport.ts';
import { testSession } from '../testing/test-session.ts';

const begin = (contextWindow?: number, ...answers: ConstructorParameters<typeof ScriptedTransport>) => {
  const transport = new ScriptedTransport(...answers);
  const workspace = new MemoryWorkspace();
  return { transport, ...testSession({ transport, workspace, tools, ...(contextWindow === undefined ? {} : { contextWindow }) }) };
};

test.each([4_096, 8_192, 16_384])(
  'a model that is listed with %i tokens gets the short prompt and few tools by itself, and answers',
  async (window) => {
    const { say: tell, session, transport } = begin(window, say('Hello.'));
    await tell('Hello');
    expect(session.state().status).toBe('completed');
    const [request] = transport.requests;
    expect(request?.toolNames).toHaveLength(10);
    expect(request?.toolNames).toContain('devonz_write_file');
    expect(request?.system.length).toBeLessThan(4_000);
  },
);

test.each([undefined, 32_768, 200_000])('a window of %s tokens has room for all of it', async (window) => {
  const { say: tell, transport } = begin(window, say('Hello.'));
  await tell('Hello');
  expect(transport.requests[0]?.toolNames.length).toBeGreaterThan(12);
});

test('a refusal that tells a small window is answered with the short prompt, in one more request', async () => {
  const words =
    'Trying to keep the first 7857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens';
  const {
    say: tell,
    session,
    transport,
  } = begin(undefined, new StepTransportError(words, { status: 424, kind: 'context-too-long' }), say('Hello.'));
  await tell('Hello');
  expect([session.state().status, transport.requests.length]).toEqual(['completed', 2]);
  expect(transport.requests[1]?.toolNames).toHaveLength(10);
});
