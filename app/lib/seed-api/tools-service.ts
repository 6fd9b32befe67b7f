import type { ProblemSource } from '../agent/ports.ts';
import type { ToolContext, ToolDefinition } from '../agent/tool-definition.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { Workspace } from '../runtime/types.ts';
import { getToolDefinition, SEED_TOOLS } from '../tools/index.ts';
import type { ToolExecutionResult } from './agent-types.ts';
import type { AgentModel } from './drive-agent-task.ts';

/** The project the seed's functions work on. The composition root, or a program of one's own, connects it. */
export interface AgentEnvironment {
  workspace: Workspace;
  problems: ProblemSource;
  /** Absolute path of the project in the runtime. */
  projectRoot: string;
  /** What `runAgentTask` asks; without it a task needs a driver of the caller's own. */
  model?: AgentModel;
}

// The seed's functions take no project: which one is meant must stand somewhere. Nothing is made here at import.
let environment: AgentEnvironment | null = null;

export function connectAgentEnvironment(next: AgentEnvironment | null): void {
  environment = next;
}

export function agentEnvironment(): AgentEnvironment | null {
  return environment;
}

/** The seed's six tools by name, as its users read them. */
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

/** The tools with an `execute` that runs without asking anybody: for programs that ask themselves. */
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

/** Runs a tool at once, with no approval: use an orchestrator where a person should be asked. Never rejects. */
export async function executeAgentTool(name: string, args: unknown, signal?: AbortSignal): Promise<ToolExecutionResult> {
  const tool = getToolDefinition(name);
  if (tool === undefined)
    return { success: false, error: `There is no tool ${JSON.stringify(name)}. The tools are: ${getAgentToolNames().join(', ')}.` };
  if (environment === null) return { success: false, error: 'No project is open.' };
  try {
    const result = await tool.run(args, toolContext(environment, signal));
    return result.ok ? { success: true, data: result.output } : { success: false, error: result.message };
  } catch (error) {
    return { success: false, error: errorMessage(error) };
  }
}

export function toolContext({ workspace, problems }: AgentEnvironment, signal?: AbortSignal): ToolContext {
  return { workspace, problems, signal: signal ?? new AbortController().signal, onOutput: () => undefined };
}

export function getAgentToolNames(): string[] {
  return SEED_TOOLS.map((tool) => tool.name);
}

/** `constructor` and its like are no tools. */
export function isAgentTool(name: string): boolean {
  return SEED_TOOLS.some((tool) => tool.name === name);
}
