import { describe, expect, expectTypeOf, test } from 'vitest';
import * as face from '../../../../app/lib/agent/index.ts';
import * as prompts from '../../../../app/lib/agent/prompts.ts';
import * as integration from '../../../../app/lib/services/agentChatIntegration.ts';
import * as orchestratorService from '../../../../app/lib/services/agentOrchestratorService.ts';
import * as toolsService from '../../../../app/lib/services/agentToolsService.ts';
import * as store from '../../../../app/lib/stores/agentMode.ts';
import * as constants from '../../../../app/utils/constants.ts';

/** The names and signatures that a program written for the original imports. Compiling this file is half of the test. */
describe('the public names of the seed', () => {
  test('are in the modules of the seed', () => {
    const names = (module: object) => Object.keys(module).sort();
    expect(names(face)).toEqual(expect.arrayContaining([...AGENT_INDEX].sort()));
    expect(names(integration)).toEqual(expect.arrayContaining([...CHAT_INTEGRATION].sort()));
    expect(names(store)).toEqual(expect.arrayContaining([...AGENT_MODE].sort()));
    expect(names(prompts)).toEqual(expect.arrayContaining(AGENT_INDEX.filter((name) => /PROMPT|Prompt/.test(name))));
    expect(prompts.AGENT_MODE_FULL_SYSTEM_PROMPT('/home/project')).toContain('/home/project');
    expect(face.getAgentTools).toBe(toolsService.getAgentTools);
    expect(face.AgentOrchestrator).toBe(orchestratorService.AgentOrchestrator);
    expect({ ...constants }).toEqual({
      TOOL_EXECUTION_APPROVAL: { APPROVE: 'Yes, approved.', REJECT: 'No, rejected.' },
      TOOL_EXECUTION_DENIED: 'Error: User denied access to tool execution',
      TOOL_EXECUTION_ERROR: 'Error: An error occured while calling tool',
      TOOL_NO_EXECUTE_FUNCTION: 'Error: No execute function found on tool',
    });
  });

  test('an orchestrator has the methods of the seed', () => {
    const orchestrator = new face.AgentOrchestrator({ autoApproveCommands: true }, { maxIterations: 3 });
    expectTypeOf(orchestrator.getState).returns.toEqualTypeOf<face.AgentExecutionState>();
    expectTypeOf(orchestrator.getSettings).returns.toEqualTypeOf<face.AgentModeSettings>();
    expectTypeOf(orchestrator.updateSettings).toBeCallableWith({ enabled: false });
    expectTypeOf(orchestrator.startSession).toBeCallableWith('a task');
    expectTypeOf(orchestrator.endSession).returns.toEqualTypeOf<face.AgentExecutionState>();
    expectTypeOf(orchestrator.canContinue).returns.toEqualTypeOf<boolean>();
    expectTypeOf(orchestrator.executeTool).toBeCallableWith('devonz_read_file', { path: 'a' });
    expectTypeOf(orchestrator.executeTool).returns.resolves.toExtend<{ success: boolean; data?: unknown; error?: string }>();
    expectTypeOf(orchestrator.incrementIteration).returns.toEqualTypeOf<boolean>();
    expectTypeOf(orchestrator.isNearIterationLimit).returns.toEqualTypeOf<boolean>();
    expectTypeOf(orchestrator.getIterationWarningPrompt).returns.toEqualTypeOf<string | null>();
    expectTypeOf(orchestrator.setError).toBeCallableWith('message');
    expectTypeOf(orchestrator.getSessionSummary).returns.toEqualTypeOf<string>();
    expectTypeOf(orchestrator.abort).toBeCallableWith();
    expectTypeOf(orchestrator.reset).toBeCallableWith();
    expectTypeOf(orchestrator.getAvailableTools).returns.resolves.toEqualTypeOf<string[]>();
    expect(orchestrator.getSettings()).toMatchObject({ autoApproveCommands: true, maxIterations: 3 });
    expect(orchestrator.getState()).toEqual({ ...face.INITIAL_AGENT_STATE, maxIterations: 3 });
  });

  test('functions take and give what they took and gave', () => {
    expectTypeOf(face.getAgentSystemPrompt).toBeCallableWith({
      compact: true,
      hasErrors: true,
      nearIterationLimit: true,
      iteration: 1,
      maxIterations: 2,
    });
    expectTypeOf(face.getAgentOrchestrator).toBeCallableWith({ maxIterations: 5 }, { autoApproveAll: true });
    expectTypeOf(face.createAgentOrchestrator).returns.toEqualTypeOf<face.AgentOrchestrator>();
    expectTypeOf(face.runAgentTask).returns.resolves.toEqualTypeOf<face.AgentTaskResult>();
    expectTypeOf(face.isAgentModeAvailable).returns.toEqualTypeOf<boolean>();
    expectTypeOf(face.executeAgentTool).toBeCallableWith('devonz_read_file', {});
    expectTypeOf(integration.shouldUseAgentMode).toBeCallableWith({ agentMode: true });
    expectTypeOf(integration.getAgentSystemPrompt).toBeCallableWith(true);
    expectTypeOf(integration.enhanceSystemPromptWithAgentMode).toBeCallableWith('base', { compact: true });
    expectTypeOf(integration.getAgentIterationWarning).returns.toEqualTypeOf<string | null>();
    expectTypeOf(integration.incrementAgentIteration).returns.toEqualTypeOf<boolean>();
    expectTypeOf(store.toggleAgentMode).returns.toEqualTypeOf<boolean>();
    expectTypeOf(store.getAgentModeSettings).returns.toEqualTypeOf<face.AgentModeSettings>();
  });

  test('results and requests have the fields of the seed', () => {
    expectTypeOf<face.ReadFileResult>().toEqualTypeOf<{ content: string; path: string; lineCount: number; truncated?: boolean }>();
    expectTypeOf<face.WriteFileResult>().toEqualTypeOf<{ path: string; bytesWritten: number; created: boolean }>();
    expectTypeOf<{ path: string; entries: { name: string; isDirectory: boolean; size?: number }[] }>().toExtend<face.ListDirectoryResult>();
    expectTypeOf<{
      exitCode: number;
      command?: string;
      stdout?: string;
      stderr?: string;
      output?: string;
      timedOut?: boolean;
    }>().toExtend<face.RunCommandResult>();
    expectTypeOf<face.SearchCodeResult['results'][number]>().toExtend<{
      file: string;
      line: number;
      content: string;
      matchStart?: number;
    }>();
    const request: face.ApprovalRequest = { toolName: 'devonz_write_file', type: 'file_create' };
    const options: face.AgentOrchestratorOptions = {
      maxIterations: 5,
      autoApproveAll: false,
      onStatusChange: (status: face.AgentStatus) => void status,
      onToolExecuted: (record: face.ToolCallRecord) => void record,
      onIterationComplete: (iteration: number, state: face.AgentExecutionState) => void [iteration, state],
      onApprovalNeeded: async (asked: face.ApprovalRequest) => asked.type === request.type,
    };
    expect(options.maxIterations).toBe(5);
    expect(face.DEFAULT_AGENT_SETTINGS).toMatchObject({
      autoApproveFileCreation: true,
      autoApproveFileModification: false,
      autoApproveCommands: false,
      maxIterations: 25,
    });
  });
});

const AGENT_INDEX = [
  'AGENT_SYSTEM_PROMPT',
  'AGENT_SYSTEM_PROMPT_COMPACT',
  'AGENT_ERROR_CONTEXT_PROMPT',
  'AGENT_ITERATION_WARNING_PROMPT',
  'getAgentSystemPrompt',
  'AgentOrchestrator',
  'getAgentOrchestrator',
  'createAgentOrchestrator',
  'resetAgentOrchestrator',
  'runAgentTask',
  'isAgentModeAvailable',
  'getAgentStatus',
  'agentToolDefinitions',
  'getAgentTools',
  'getAgentToolsWithoutExecute',
  'executeAgentTool',
  'getAgentToolNames',
  'isAgentTool',
  'DEFAULT_AGENT_SETTINGS',
  'INITIAL_AGENT_STATE',
];

const CHAT_INTEGRATION = [
  'getAgentToolSet',
  'getAgentToolSetWithoutExecute',
  'shouldUseAgentMode',
  'getAgentSystemPrompt',
  'enhanceSystemPromptWithAgentMode',
  'isAgentToolName',
  'processAgentToolCall',
  'processAgentToolInvocations',
  'processAgentToolInvocation',
  'getAgentToolsSummary',
  'initializeAgentSession',
  'endAgentSession',
  'getAgentIterationWarning',
  'incrementAgentIteration',
  'clearAgentToolCaches',
];

const AGENT_MODE = [
  'agentModeStore',
  'updateAgentModeSettings',
  'updateAgentStatus',
  'syncFromOrchestratorState',
  'resetAgentModeState',
  'isAgentModeEnabled',
  'toggleAgentMode',
  'getAgentModeSettings',
  'getAgentStatusText',
  'getIterationProgress',
];
