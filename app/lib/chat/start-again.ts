import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../runtime/types.ts';
import { $endedProcesses, type EndedProcess } from '../stores/terminals.ts';
import { commandAgain } from './command-again.ts';
import type { UserCommands } from './user-commands.ts';

export interface StartAgainDependencies {
  workspace: Pick<Workspace, 'kindOf'>;
  /** The project's folder in the runtime; an absolute path. */
  root: string;
  /** The command that installs the project's packages; null if it has none. */
  installCommand(): Promise<string | null>;
  run: UserCommands['run'];
}

/**
 * Restarts programs that ended with the page or the runtime. Installed packages are lost with it, so missing ones are installed
 * first; if that fails, everything is still offered.
 */
export async function startAgain(chosen: readonly EndedProcess[], dependencies: StartAgainDependencies): Promise<void> {
  // So that a second click does not start it twice.
  const ended = chosen.filter((process) => $endedProcesses.get().includes(process));
  $endedProcesses.set($endedProcesses.get().filter((process) => !ended.includes(process)));
  if (ended.length === 0) return;
  let canStart = false;
  try {
    canStart = await hasPackages(ended, dependencies);
  } finally {
    if (!canStart) $endedProcesses.set([...$endedProcesses.get(), ...ended]);
  }
  if (!canStart) return;
  for (const process of ended) {
    const { command, where } = commandAgain(process, dependencies.root);
    // Not awaited: no program waits for another to end.
    void dependencies.run(command, where);
  }
}

/** Whether the commands' packages are installed, if necessary by now. A failure is shown by the install command itself. */
async function hasPackages(ended: readonly EndedProcess[], dependencies: StartAgainDependencies): Promise<boolean> {
  const { workspace, root, installCommand, run } = dependencies;
  const folders = new Set(['', ...ended.map(({ directory }) => toWorkspacePath(directory, root) ?? '')]);
  const areThere = async () => {
    const kinds = await Promise.all(
      [...folders].map((folder) => workspace.kindOf((folder === '' ? 'node_modules' : `${folder}/node_modules`) as WorkspacePath)),
    );
    return kinds.includes('directory');
  };
  if (await areThere()) return true;
  const install = await installCommand();
  if (install === null) return true;
  await run(install, 'root');
  return areThere();
}
