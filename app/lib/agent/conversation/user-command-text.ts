import type { UserCommand } from '../../protocol/user-command.ts';

const ENDINGS: Readonly<Record<UserCommand['status'], string>> = {
  completed: '',
  running: 'It continues in the background.',
  timed_out: 'It continues in the background.',
  cancelled: 'The user stopped it.',
};

/** Returns the text that reports a command of the user to the model. */
export function userCommandText({ command, status, exitCode, output }: UserCommand): string {
  const ending = status === 'completed' ? `Exit code: ${exitCode}` : ENDINGS[status];
  return `The user ran a command themselves.\nCommand: ${command}\n${ending}\nOutput:\n${output}`;
}
