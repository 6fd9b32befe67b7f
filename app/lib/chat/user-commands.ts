import type { AgentSession } from '../agent/contract/agent-session.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { AppSettings } from '../protocol/settings.ts';
import type { UserCommand } from '../protocol/user-command.ts';
import { screenText } from '../runtime/terminal-screen.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { CommandOutcome, InputWanted, Workspace, WorkspacePath } from '../runtime/types.ts';
import { linesOf } from '../search/text-file.ts';
import { blockedBecause } from '../settings/judge-command.ts';
import { $activeTerminal, $runningCommands, type RunningCommand } from '../stores/terminals.ts';
import { $announcement, $narrowPane, $workbenchTab } from '../stores/workbench.ts';

/** In the agent's shell: `here` in its current folder, `root` in the project's folder, or in the given folder. */
export type CommandPlace = 'here' | 'root' | { directory: WorkspacePath };

export interface UserCommands {
  run(command: string, where: CommandPlace): Promise<void>;
  /** Stops all running commands, or only the given one. */
  stop(id?: RunningCommand['id']): void;
}

export interface UserCommandDependencies {
  notices: Pick<NoticeService, 'error' | 'info' | 'guard'>;
  workspace: Workspace;
  /** The current rules: commands that they always forbid are not run. */
  rules(): AppSettings;
  /** The open chat. If none is open, one is started, because files written by a command are kept in a chat's history. */
  openSession(title: string): Promise<CommandSession>;
  /** The chat that is open now. */
  session(): CommandSession | null;
  now(): number;
}

/** Records the checkpoint before a command, and the command. */
type CommandSession = Pick<AgentSession, 'chatId' | 'noteUserCommandStart' | 'noteUserCommand'>;

/** Afterwards the command continues in the background. In milliseconds. */
const TIMEOUT_MS = 120_000;
/** How much output is kept, counted from its end, which shows the result. In characters. */
const MAX_KEPT = 20_000;
const AGENT_TERMINAL = 'agent';

/** Commands that the user types for the agent to see: they need no approval, but forbidden ones are not run. */
export function createUserCommands({ notices, workspace, rules, openSession, session, now }: UserCommandDependencies): UserCommands {
  const running = new Map<RunningCommand['id'], AbortController>();
  let lastId = 0;
  return {
    async run(command, where) {
      const why = blockedBecause(command, rules(), { projectRoot: workspace.projectRoot(), machine: workspace.machine(), now: now() });
      if (why !== null)
        return void notices.error(
          t('{command} was not run: {why}. You can type it into a terminal of your own (/shell).', { command, why }),
        );
      $workbenchTab.set('terminal');
      $narrowPane.set('terminal');
      $activeTerminal.set(AGENT_TERMINAL);
      const controller = new AbortController();
      const id = ++lastId;
      running.set(id, controller);
      const cwd = where === 'here' ? null : where === 'root' ? toWorkspacePath('') : where.directory;
      const ended = await notices.guard(t('{command} was not run', { command }), async () => {
        const begunIn = await openSession(command);
        await begunIn.noteUserCommandStart(command);
        $runningCommands.set([...$runningCommands.get(), { id, chatId: begunIn.chatId, command, startedAt: now(), waitsFor: null }]);
        if (controller.signal.aborted) return { begunIn, outcome: { status: 'cancelled', output: '' } as const };
        const outcome = await workspace.runCommand({
          command,
          timeoutMs: TIMEOUT_MS,
          signal: controller.signal,
          onOutput: () => undefined,
          onInputWanted: (wanted) => noteInput(id, wanted),
          isAnsweredHere: true,
          ...(cwd === null ? {} : { cwd }),
        });
        return { begunIn, outcome };
      });
      running.delete(id);
      const hide = () => $runningCommands.set($runningCommands.get().filter((each) => each.id !== id));
      if (ended === null) return hide();
      const done = userCommand(command, ended.outcome);
      const open = session();
      // The user has switched to another chat, where this does not belong.
      if (open === null || open !== ended.begunIn) notices.info(endText(done));
      else await notices.guard(t('The command was run, but not noted in the chat'), () => open.noteUserCommand(done));
      hide();
    },
    stop(id) {
      for (const [each, controller] of running) if (id === undefined || each === id) controller.abort();
    },
  };
}

function noteInput(id: RunningCommand['id'], waitsFor: InputWanted | null): void {
  $runningCommands.set($runningCommands.get().map((each) => (each.id === id ? { ...each, waitsFor } : each)));
  if (waitsFor !== null) $announcement.set(t('A command waits for your answer: {prompt}', { prompt: waitsFor.prompt }));
}

function userCommand(command: string, outcome: CommandOutcome): UserCommand {
  const screen = screenText(outcome.output, outcome.errorParts);
  const text = screen.text.trimEnd();
  const left = Math.max(0, text.length - MAX_KEPT);
  const note = left === 0 ? '' : `[the first ${left} characters are left out]\n`;
  const output = note + text.slice(left);
  const moved = (position: number) => Math.max(left, Math.min(position, text.length)) - left + note.length;
  const parts = screen.errorParts.map(({ from, to }) => ({ from: moved(from), to: moved(to) })).filter(({ from, to }) => from < to);
  const exitCode = outcome.status === 'completed' ? outcome.exitCode : null;
  const isPart = output !== text || outcome.omitted !== undefined;
  const lineCount = linesOf(text).length + (outcome.omitted?.lines ?? 0);
  return {
    command,
    status: outcome.status,
    exitCode,
    output,
    ...(outcome.errorParts === undefined ? {} : { errorParts: parts }),
    ...(isPart ? { lineCount } : {}),
  };
}

function endText({ command, status, exitCode }: UserCommand): string {
  if (status === 'completed') return t('{command} ended with exit code {code}.', { command, code: String(exitCode) });
  return t(status === 'cancelled' ? '{command} was stopped.' : '{command} continues in the background.', { command });
}
