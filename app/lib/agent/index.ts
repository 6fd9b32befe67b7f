/** The outer face of the agent under the seed's names. Nothing inside `lib` imports it. */
export {
  AgentOrchestrator,
  createAgentOrchestrator,
  getAgentOrchestrator,
  getAgentStatus,
  isAgentModeAvailable,
  resetAgentOrchestrator,
  runAgentTask,
} from '../services/agentOrchestratorService.ts';
export {
  agentToolDefinitions,
  connectAgentEnvironment,
  executeAgentTool,
  getAgentToolNames,
  getAgentTools,
  getAgentToolsWithoutExecute,
  isAgentTool,
} from '../services/agentToolsService.ts';
export {
  AGENT_ERROR_CONTEXT_PROMPT,
  AGENT_ITERATION_WARNING_PROMPT,
  AGENT_SYSTEM_PROMPT,
  AGENT_SYSTEM_PROMPT_COMPACT,
  getAgentSystemPrompt,
} from './prompts.ts';
export type {
  AgentApprovalRequest as ApprovalRequest,
  AgentExecutionState,
  AgentModeSettings,
  AgentOrchestratorOptions,
  AgentStatus,
  AgentTaskRequest,
  AgentTaskResult,
  GetErrorsResult,
  ListDirectoryResult,
  ReadFileResult,
  RunCommandResult,
  SearchCodeResult,
  ToolCallRecord,
  ToolExecutionResult,
  WriteFileResult,
} from './types.ts';
export { DEFAULT_AGENT_SETTINGS, INITIAL_AGENT_STATE } from './types.ts';
