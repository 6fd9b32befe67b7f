import type { ToolContext, ToolDefinition, ToolResult } from '../../agent/contract/tool-definition.ts';
import { TestClock } from '../../agent/testing/test-session.ts';
import type { Problem } from '../../protocol/project-facts/problem.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';

export function toolContext(
  files: Record<string, string | Uint8Array> | MemoryWorkspace = {},
  problems: readonly Problem[] = [],
): ToolContext {
  return {
    workspace: files instanceof MemoryWorkspace ? files : new MemoryWorkspace(files),
    problems: { list: (source) => problems.filter((problem) => source === 'all' || problem.source === source) },
    clock: new TestClock(),
    signal: new AbortController().signal,
    onOutput: () => undefined,
  };
}

/** A clock for which sleeping runs the events that are due by then, each given in milliseconds after the start. */
export function eventfulClock(...events: readonly (readonly [at: number, run: () => void])[]): ToolContext['clock'] {
  const waiting = [...events];
  let now = 0;
  return {
    now: () => now,
    async sleep(ms) {
      now += ms;
      for (const event of waiting.filter(([at]) => at <= now)) {
        waiting.splice(waiting.indexOf(event), 1);
        event[1]();
      }
    },
  };
}

/** Plans and runs a call, like the scheduler. */
export async function runTool(tool: ToolDefinition, input: unknown, context: ToolContext): Promise<ToolResult> {
  const plan = await tool.plan(input, context);
  return plan.ok ? tool.run(input, context, plan.intent) : plan;
}

/** Returns the output of a run that must succeed. */
export async function outputOf(tool: ToolDefinition, input: unknown, context: ToolContext): Promise<unknown> {
  const result = await runTool(tool, input, context);
  if (!result.ok) throw new Error(`${tool.name} failed: ${result.message}`);
  return result.output;
}

/** Returns the failure of a run that must fail. */
export async function failureOf(tool: ToolDefinition, input: unknown, context: ToolContext): Promise<Extract<ToolResult, { ok: false }>> {
  const result = await runTool(tool, input, context);
  if (result.ok) throw new Error(`${tool.name} succeeded: ${JSON.stringify(result.output)}`);
  return result;
}
