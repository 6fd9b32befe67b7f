import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { EndedProcess } from '../stores/terminals.ts';
import type { CommandPlace } from './user-commands.ts';

/**
 * How a command that ended with the page is run again where it was. Its words stay its own: with a `cd` before them it would be another
 * command to the policy, and a longer one after each reload.
 */
export function commandAgain(ended: Pick<EndedProcess, 'command' | 'directory'>, root: string): { command: string; where: CommandPlace } {
  const { command, directory } = ended;
  if (directory === '') return { command, where: 'root' };
  const inProject = toWorkspacePath(directory, root);
  if (inProject === null) return { command: `cd ${quoted(directory)} && ${command}`, where: 'root' };
  return { command, where: inProject === '' ? 'root' : { directory: inProject } };
}

/** As one word of a shell's command. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
