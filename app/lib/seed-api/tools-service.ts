import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import { SEED_TOOLS } from '../tools/index.ts';
import type { ToolExecutionResult } from './agent-types.ts';
import { agentEnvironment } from './environment.ts';
import { createAgentOrchestrator, getAgentOrchestrator } from './orchestrator-service.ts';

export { type AgentEnvironment, agentEnvironment, connectAgentEnvironment } from './environment.ts';

/** The seed's six tools by name, in the format that its callers read. */
export const agentToolDefinitions: Readonly<Record<string, ToolDefinition>> = Object.fromEntries(
  SEED_TOOLS.map((tool) => [tool.name, tool]),
);

export interface AgentTool {
  description: string;
  parameters: ToolDefinition['schema'];
}

export interface ExecutableAgentTool extends AgentTool {
  execute(args: unknown): Promise<ToolExecutionResult>;
}

/** Returns the tools, each with an `execute` based on `executeAgentTool`. */
export function getAgentTools(): Record<string, ExecutableAgentTool> {
  return Object.fromEntries(
    SEED_TOOLS.map((tool) => [
      tool.name,
      { description: tool.description, parameters: tool.schema, execute: (args: unknown) => executeAgentTool(tool.name, args) },
    ]),
  );
}

export function getAgentToolsWithoutExecute(): Record<string, AgentTool> {
  return Object.fromEntries(SEED_TOOLS.map((tool) => [tool.name, { description: tool.description, parameters: tool.schema }]));
}

/**
 * Runs a tool in the app's session, where the user is asked as for any other call. If no app runs, the caller is responsible for approval:
 * the tool runs at once, unless it is never allowed. Never rejects.
 */
export async function executeAgentTool(name: string, args: unknown): Promise<ToolExecutionResult> {
  const hasUser = agentEnvironment()?.app?.hasUser === true;
  const orchestrator = hasUser ? getAgentOrchestrator() : createAgentOrchestrator();
  const params = typeof args === 'object' && args !== null ? { ...args } : {};
  return orchestrator.executeTool(name, params, { isApproved: !hasUser });
}

export function getAgentToolNames(): string[] {
  return SEED_TOOLS.map((tool) => tool.name);
}

/** Must not match inherited names such as `constructor`. */
export function isAgentTool(name: string): boolean {
  return SEED_TOOLS.some((tool) => tool.name === name);
}
