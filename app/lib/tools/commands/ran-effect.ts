import { type CommandEnd, commandCheck } from '../../agent/checks/command-check.ts';
import { endedChecks } from '../../agent/checks/ended-checks.ts';
import type { ToolContext, ToolIntent } from '../../agent/contract/tool-definition.ts';
import { errorLines } from '../../agent/guards/error-signature.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { screenText } from '../../runtime/terminal-screen.ts';
import type { AgentProcess } from '../../runtime/types.ts';
import type { ShownStreams } from './output-streams.ts';

export type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

interface RanCommand {
  intent: CommandIntent;
  projectRoot: string;
  /** Its process, if it continued in the background. */
  processId?: string;
}

type RanStreams = Pick<ShownStreams, 'errorParts' | 'lineCount'>;

/** Reports how a command ended, or that it continues, and what that proves about the work. */
export function ranEffect({ intent, projectRoot, processId }: RanCommand, end: CommandEnd, shown: RanStreams): ToolEffect {
  const { status, exitCode, output } = end;
  const check = commandCheck(intent, end, projectRoot);
  const errors = status === 'completed' && exitCode !== 0 ? errorLines(output) : [];
  const told = {
    ...(check === null ? {} : { check }),
    ...(processId === undefined ? {} : { processId }),
    ...(shown.errorParts === null ? {} : { errorParts: shown.errorParts }),
    ...(shown.lineCount === null ? {} : { lineCount: shown.lineCount }),
  };
  return { type: 'command-ran', command: intent.command, status, exitCode, errors, ...told };
}

/** Reports, once for each, how commands ended that had continued in the background. */
export async function endedEffects(processes: readonly AgentProcess[], context: ToolContext): Promise<ToolEffect[]> {
  const { background, problems, workspace } = context;
  const effects: ToolEffect[] = [];
  for (const { processId, exitCode } of processes) {
    const intent = background?.get(processId);
    if (intent === undefined || exitCode === null) continue;
    background?.delete(processId);
    const end: CommandEnd = { status: 'completed', exitCode, output: screenText((await workspace.processes.log(processId)).text).text };
    const projectRoot = workspace.projectRoot();
    problems.checked?.(endedChecks(intent, end, projectRoot), end.output);
    effects.push(ranEffect({ intent, projectRoot, processId }, end, { errorParts: null, lineCount: null }));
  }
  return effects;
}
