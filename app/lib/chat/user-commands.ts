import type { UserCommand } from '../protocol/user-command.ts';
import { stripEscapeCodes } from '../runtime/terminal-text.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { CommandOutcome, Workspace, WorkspacePath } from '../runtime/types.ts';
import { $activeTerminal } from '../stores/terminals.ts';
import { $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import type { NoticeService } from '../workbench/notice-service.ts';

/** In the agent's shell: `here` where it is, `root` in the project's folder, or in one of its folders. */
export type CommandPlace = 'here' | 'root' | { directory: WorkspacePath };

export interface UserCommands {
  run(command: string, where: CommandPlace): Promise<void>;
  /** Ends what runs. */
  stop(): void;
}

export interface UserCommandDependencies {
  notices: Pick<NoticeService, 'error' | 'info' | 'guard'>;
  workspace: Workspace;
  /** Why the policy never lets this run; null when it may. */
  blockedBecause(command: string): string | null;
  /** Makes a checkpoint of the open chat's files before the command. */
  checkpoint(command: string): Promise<void>;
  /** Keeps it in the open chat; without one nobody need know. */
  keep(done: UserCommand): Promise<boolean>;
}

/** Then it continues in the background. */
const TIMEOUT_MS = 120_000;
/** Of the output that is kept: its end says how it went. Characters. */
const MAX_KEPT = 20_000;
const AGENT_TERMINAL = 'agent';

/** Commands the user has typed for the agent to see: nobody is asked, but what is never allowed is not run either. */
export function createUserCommands({ notices, workspace, blockedBecause, checkpoint, keep }: UserCommandDependencies): UserCommands {
  const running = new Set<AbortController>();
  return {
    async run(command, where) {
      const why = blockedBecause(command);
      if (why !== null) return void notices.error(`${command} was not run: ${why}. You can type it into a terminal of your own (/shell).`);
      $workbenchTab.set('terminal');
      $narrowPane.set('terminal');
      $activeTerminal.set(AGENT_TERMINAL);
      const controller = new AbortController();
      running.add(controller);
      const cwd = where === 'here' ? null : where === 'root' ? toWorkspacePath('') : where.directory;
      const outcome = await notices.guard(`${command} was not run`, async (): Promise<CommandOutcome> => {
        await checkpoint(command);
        if (controller.signal.aborted) return { status: 'cancelled', output: '' };
        return workspace.runCommand({
          command,
          timeoutMs: TIMEOUT_MS,
          signal: controller.signal,
          onOutput: () => undefined,
          ...(cwd === null ? {} : { cwd }),
        });
      });
      running.delete(controller);
      if (outcome === null) return;
      const done = userCommand(command, outcome);
      const isKept = await notices.guard('The command was run, but not noted in the chat', () => keep(done));
      if (isKept === false) notices.info(endText(done));
    },
    stop() {
      for (const controller of running) controller.abort();
    },
  };
}

function userCommand(command: string, outcome: CommandOutcome): UserCommand {
  const text = stripEscapeCodes(outcome.output).trimEnd();
  const output = text.length > MAX_KEPT ? `[the first ${text.length - MAX_KEPT} characters are left out]\n${text.slice(-MAX_KEPT)}` : text;
  return { command, status: outcome.status, exitCode: outcome.status === 'completed' ? outcome.exitCode : null, output };
}

function endText({ command, status, exitCode }: UserCommand): string {
  if (status === 'completed') return `${command} ended with exit code ${exitCode}.`;
  return status === 'cancelled' ? `${command} was stopped.` : `${command} continues in the background.`;
}
