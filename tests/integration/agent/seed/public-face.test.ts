import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as face from '../../../../app/lib/agent/index.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import * as integration from '../../../../app/lib/services/agentChatIntegration.ts';
import * as store from '../../../../app/lib/stores/agentMode.ts';

let workspace: MemoryWorkspace;

beforeEach(() => {
  workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  face.connectAgentEnvironment({ workspace, problems: { list: () => [] } });
});

afterEach(() => {
  face.connectAgentEnvironment(null);
  face.resetAgentOrchestrator();
  store.resetAgentModeState();
});

describe('AgentOrchestrator', () => {
  test('asks before an overwrite and not before a new file, and tells truly what it did', async () => {
    const asked: string[] = [];
    const orchestrator = face.createAgentOrchestrator(
      {},
      {
        onApprovalNeeded: async (request) => {
          asked.push(`${request.type} ${request.description}`);
          return true;
        },
      },
    );
    orchestrator.startSession('write');
    await orchestrator.executeTool('devonz_write_file', { path: 'new.txt', content: 'x' });
    await orchestrator.executeTool('devonz_write_file', { path: 'a.txt', content: 'y' });
    expect(asked).toEqual(['file_modify replace a.txt']);
    expect(orchestrator.getState()).toMatchObject({
      status: 'thinking',
      filesCreated: ['new.txt'],
      filesModified: ['a.txt'],
      totalToolCalls: 2,
    });
    expect(orchestrator.endSession()).toMatchObject({ status: 'completed', sessionEndTime: expect.any(Number) });
    expect(orchestrator.canContinue()).toBe(false);
  });

  test('a denial, also when nobody can be asked, leaves the file and continues thinking', async () => {
    const orchestrator = face.createAgentOrchestrator();
    orchestrator.startSession('write');
    const result = await orchestrator.executeTool('devonz_write_file', { path: 'a.txt', content: 'y' });
    expect(result.success).toBe(false);
    expect(workspace.text('a.txt')).toBe('old');
    expect(orchestrator.getState()).toMatchObject({ status: 'thinking', isExecuting: false });
    expect(orchestrator.getState().toolCalls[0]).toMatchObject({ approved: false });
  });

  test('walks the drawn states while a question waits', async () => {
    const states: string[] = [];
    const orchestrator = face.createAgentOrchestrator(
      {},
      { onStatusChange: (status) => states.push(status), onApprovalNeeded: async () => true },
    );
    orchestrator.startSession('write');
    await orchestrator.executeTool('devonz_write_file', { path: 'a.txt', content: 'y' });
    orchestrator.endSession();
    expect(states).toEqual(['thinking', 'executing', 'waiting_for_approval', 'executing', 'thinking', 'completed']);
  });

  test('counts iterations up to the limit and warns near it', () => {
    const orchestrator = face.createAgentOrchestrator({ maxIterations: 7 });
    orchestrator.startSession('count');
    expect(orchestrator.getIterationWarningPrompt()).toBeNull();
    const going = Array.from({ length: 7 }, () => orchestrator.incrementIteration());
    expect(going).toEqual([true, true, true, true, true, true, false]);
    expect(orchestrator.getIterationWarningPrompt()).toContain('last step');
    expect(orchestrator.canContinue()).toBe(false);
  });

  test('hands out copies of its state', () => {
    const orchestrator = face.createAgentOrchestrator();
    orchestrator.getState().filesCreated.push('x');
    expect(orchestrator.getState().filesCreated).toEqual([]);
  });
});

test('runAgentTask reports how the task ended, and an error when nothing could carry it out', async () => {
  const done = await face.runAgentTask('look', {
    driver: async (_task, orchestrator) => {
      await orchestrator.executeTool('devonz_read_file', { path: 'a.txt' });
      return 'I looked.';
    },
  });
  expect(done).toMatchObject({ success: true, summary: expect.stringContaining('I looked.') });
  expect(await face.runAgentTask('look')).toMatchObject({ success: false, state: { status: 'error' } });
});

test('the six tools of the seed have its names, and words of the language are no tools', async () => {
  expect(face.getAgentToolNames()).toEqual([
    'devonz_read_file',
    'devonz_write_file',
    'devonz_list_directory',
    'devonz_run_command',
    'devonz_get_errors',
    'devonz_search_code',
  ]);
  for (const name of ['constructor', 'toString', '__proto__']) expect(face.isAgentTool(name)).toBe(false);
  expect(await face.executeAgentTool('constructor', {})).toMatchObject({ success: false });
  expect(await face.executeAgentTool('devonz_get_errors', { source: 'all' })).toEqual({
    success: true,
    data: { hasErrors: false, count: 0, errors: [] },
  });
});

test('open calls of a message are all answered, those of others left alone', async () => {
  const told: unknown[] = [];
  const tool = (toolName: string, input: { [key: string]: string }) => ({
    type: 'dynamic-tool' as const,
    toolCallId: toolName,
    toolName,
    state: 'input-available' as const,
    input,
  });
  const messages = [
    {
      id: 'm',
      role: 'assistant' as const,
      parts: [tool('devonz_read_file', { path: 'a.txt' }), tool('devonz_write_file', { path: 'a.txt', content: '' }), tool('other', {})],
    },
  ];
  integration.initializeAgentSession('go');
  const [message] = await integration.processAgentToolInvocations(messages, { write: (part) => told.push(part.type) });
  expect(message?.parts.map((part) => (part.type === 'dynamic-tool' ? part.state : part.type))).toEqual([
    'output-available',
    'output-error',
    'input-available',
  ]);
  expect(told).toEqual(['tool-output-available', 'tool-output-error']);
});

test('a single call is run and its result is written to the stream; a tool of somebody else is left alone', async () => {
  const written: unknown[] = [];
  const stream = { write: (part: unknown) => void written.push(part) };
  integration.initializeAgentSession('go');
  const call = { toolCallId: 'call-1', toolName: 'devonz_get_errors', args: { source: 'all' } };
  const result = await integration.processAgentToolCall(call, stream);
  expect(result).toMatchObject({ success: true, data: { count: 0 } });
  expect(written).toEqual([{ type: 'tool-output-available', toolCallId: 'call-1', output: result?.data }]);
  expect(await integration.processAgentToolCall({ toolCallId: 'call-2', toolName: 'other', args: {} }, stream)).toBeNull();
  expect(written).toHaveLength(1);
  expect(await integration.processAgentToolInvocation('devonz_get_errors', { source: 'all' })).toEqual(result);
});

test('the prompt in agent mode keeps the rules of the base prompt', () => {
  const prompt = integration.enhanceSystemPromptWithAgentMode('Locked: src/a.ts');
  expect(prompt).toContain('devonz_write_file');
  expect(prompt).toContain('Locked: src/a.ts');
  expect(face.getAgentSystemPrompt({ nearIterationLimit: true, iteration: 22, maxIterations: 25 })).toContain('Only 3 steps are left');
});

describe('stores/agentMode', () => {
  test('settings take effect at once and bad ones are refused', () => {
    store.updateAgentModeSettings({ autoApproveCommands: true, maxIterations: 0 });
    expect(store.getAgentModeSettings()).toEqual(face.DEFAULT_AGENT_SETTINGS);
    store.updateAgentModeSettings({ autoApproveCommands: true });
    expect(store.agentModeStore.get().settings.autoApproveCommands).toBe(true);
    expect(store.toggleAgentMode()).toBe(false);
    expect(integration.shouldUseAgentMode()).toBe(false);
    expect(integration.shouldUseAgentMode({ agentMode: true })).toBe(true);
  });

  test('shows what an orchestrator tells, in words for every state', () => {
    store.syncFromOrchestratorState({ ...face.INITIAL_AGENT_STATE, status: 'waiting_for_user', iteration: 5, maxIterations: 20 });
    expect(store.getAgentStatusText()).toBe('Waiting for your answer');
    expect(store.getIterationProgress()).toEqual({ current: 5, max: 20, percentage: 25 });
    store.updateAgentStatus('executing');
    expect(store.agentModeStore.get()).toMatchObject({ status: 'executing', isExecuting: true, iteration: 5 });
  });
});
