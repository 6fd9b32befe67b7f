import { $chat } from '../stores/chat.ts';
import { $processes, $runningCommands, $terminals } from '../stores/terminals.ts';

/** Returns true if a reload of the page would end something: the agent's work, a program or a shell of the user. */
export function isSomethingRunning(): boolean {
  const isAtWork = ['thinking', 'executing'].includes($chat.get().status);
  const hasShell = $terminals.get().some(({ isAgent, status }) => !isAgent && status === 'running');
  return isAtWork || hasShell || $processes.get().length > 0 || $runningCommands.get().length > 0;
}
