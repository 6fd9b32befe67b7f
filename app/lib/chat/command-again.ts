import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { EndedProcess } from '../stores/terminals.ts';
import type { CommandPlace } from './user-commands.ts';

/**
 * How to restart a command that ended with the page, in its old folder. The command text stays unchanged: with `cd` in front, the
 * policy would see another command, and it would grow with each reload.
 */
export function commandAgain(ended: Pick<EndedProcess, 'command' | 'directory'>, root: string): { command: string; where: CommandPlace } {
  const { command, directory } = ended;
  if (directory === '') return { command, where: 'root' };
  const inProject = toWorkspacePath(directory, root);
  if (inProject === null) return { command: `cd ${quoted(directory)} && ${command}`, where: 'root' };
  return { command, where: inProject === '' ? 'root' : { directory: inProject } };
}

/** Quotes text as one word of a shell command. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
