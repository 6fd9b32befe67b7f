import type { PersonCommand } from '../../protocol/person-command.ts';

const ENDINGS: Readonly<Record<PersonCommand['status'], string>> = {
  completed: '',
  running: 'It goes on in the background.',
  timed_out: 'It goes on in the background.',
  cancelled: 'The person stopped it.',
};

/** What the model is told of a command the person ran themselves. */
export function personCommandText({ command, status, exitCode, output }: PersonCommand): string {
  const ending = status === 'completed' ? `Exit code: ${exitCode}` : ENDINGS[status];
  return `The person ran a command themselves.\nCommand: ${command}\n${ending}\nOutput:\n${output}`;
}
