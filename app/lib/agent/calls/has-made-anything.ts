import { z } from 'zod';
import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { runCalls } from '../conversation/session-facts.ts';
import { workReport } from '../conversation/work-report.ts';
import { mayMakeFiles } from '../policy/paths/may-make-files.ts';

/**
 * Returns true if this run has created or changed anything that code could load: a project file (except by the user) or, judging by its
 * commands, an unrecorded file.
 */
export function hasMadeAnything(state: ConversationState, projectRoot: string): boolean {
  const calls = runCalls(state);
  if (workReport({ calls, fileLog: state.fileLog }).changed.some(({ by }) => by !== 'user')) return true;
  return calls.some((call) => commandOf(call).some((command) => mayMakeFiles(command, projectRoot)));
}

/** Returns the commands that a call ran or may have begun: a stopped or failed command may have written files first. */
function commandOf(call: ToolCall): string[] {
  if (call.status === 'success') return call.effects.flatMap((effect) => (effect.type === 'command-ran' ? [effect.command] : []));
  const mayHaveBegun = call.status === 'executing' || call.status === 'cancelled' || (call.status === 'error' && call.code === 'failed');
  const named = mayHaveBegun ? withCommand.safeParse(call.input) : null;
  return named?.success === true ? [named.data.command] : [];
}

const withCommand = z.object({ command: z.string() });
