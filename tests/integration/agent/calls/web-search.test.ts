import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

test('what a search of the web used counts to the run, by its model', async () => {
  const search = call({ toolName: 'devonz_web_search', input: { query: 'newest vite' } });
  const made = testSession({ transport: new ScriptedTransport(search, say('Vite 8.')), workspace: new MemoryWorkspace(), tools });
  made.ports.tools.webSearch = {
    isAvailable: () => true,
    search: async () => ({
      ok: true,
      text: 'Vite 8 is out.',
      sources: [],
      asked: { modelId: 'google:gemini', usage: { inputTokens: 700, outputTokens: 30 } },
    }),
  };
  await made.say('Which Vite is the newest?');
  expect(made.telemetry).toContainEqual(
    expect.objectContaining({ type: 'model-request', mode: 'tool', modelId: 'google:gemini', inputTokens: 700, outputTokens: 30 }),
  );
  expect(made.session.state().runUsage).toContainEqual({
    modelId: 'google:gemini',
    usage: { inputTokens: 700, outputTokens: 30 },
  });
  expect(made.session.state().runTokens.input).toBeGreaterThanOrEqual(700);
});
