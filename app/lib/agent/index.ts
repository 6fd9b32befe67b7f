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
export * from './types.ts';
