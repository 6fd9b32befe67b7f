/** The public interface of the agent under the seed's names. Nothing inside `lib` imports it. */

export {
  agentHistory,
  agentRunning,
  agentSteps,
  executeAgentCommand,
  runAgentCommand,
  runAgentStep,
  startAgentLoop,
  stopAgent,
} from '../seed-api/agent-loop.ts';
export {
  AGENT_ERROR_CONTEXT_PROMPT,
  AGENT_ITERATION_WARNING_PROMPT,
  AGENT_SYSTEM_PROMPT,
  AGENT_SYSTEM_PROMPT_COMPACT,
  getAgentSystemPrompt,
} from '../seed-api/agent-prompts.ts';
export * from '../seed-api/agent-types.ts';
export { extractCuratedHistory } from '../seed-api/curated-history.ts';
export {
  AgentOrchestrator,
  createAgentOrchestrator,
  getAgentOrchestrator,
  getAgentStatus,
  isAgentModeAvailable,
  resetAgentOrchestrator,
  runAgentTask,
} from '../seed-api/orchestrator-service.ts';
export {
  agentToolDefinitions,
  connectAgentEnvironment,
  executeAgentTool,
  getAgentToolNames,
  getAgentTools,
  getAgentToolsWithoutExecute,
  isAgentTool,
} from '../seed-api/tools-service.ts';
export { type ToolCallRequest, Turn, type TurnEvent } from './stream/turn.ts';
