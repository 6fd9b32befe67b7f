import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../runtime/types.ts';
import { $endedProcesses, type EndedProcess } from '../stores/terminals.ts';
import { commandAgain } from './command-again.ts';
import type { UserCommands } from './user-commands.ts';

export interface StartAgainDependencies {
  workspace: Pick<Workspace, 'kindOf'>;
  /** Absolute: the project's folder in the runtime. */
  root: string;
  /** What installs the project's packages; null: it has none. */
  installCommand(): Promise<string | null>;
  run: UserCommands['run'];
}

/**
 * Runs again what ended with the page or the runtime. Installed packages ended with it: where they are missing they are installed first, and while
 * that fails everything stays on offer.
 */
export async function startAgain(chosen: readonly EndedProcess[], dependencies: StartAgainDependencies): Promise<void> {
  // Pressed twice, it is not started twice.
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
    // Each continues by itself: none waits for the one before to end.
    void dependencies.run(command, where);
  }
}

/** Whether what the commands need is installed, perhaps by now. What failed is said by the command itself. */
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
