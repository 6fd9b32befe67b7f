import { toWorkspacePath } from './to-workspace-path.ts';
import type { ProjectPlace, Workspace } from './types.ts';

/** Runs a method call on the workspace, with whatever the wrapper does before, after or around it. */
export type AroundCall = <Result>(call: (workspace: Workspace) => Promise<Result>) => Promise<Result>;

/**
 * A workspace at `place` whose other methods all go through `around`. Optional methods are present too and answer as if absent. Because of
 * `Required`, this file does not compile until a new method of `Workspace` is added here.
 */
export function wrapWorkspace(place: ProjectPlace, around: AroundCall): Required<Workspace> {
  return {
    projectRoot: () => place.projectRoot(),
    machine: () => place.machine(),
    readFile: (path) => around((workspace) => workspace.readFile(path)),
    writeFile: (path, content) => around((workspace) => workspace.writeFile(path, content)),
    kindOf: (path) => around((workspace) => workspace.kindOf(path)),
    readDirectory: (path) => around((workspace) => workspace.readDirectory(path)),
    makeDirectory: (path) => around((workspace) => workspace.makeDirectory(path)),
    readUnfollowed: (path) => around((workspace) => workspace.readUnfollowed(path)),
    makeLink: (path, linkTo) => around((workspace) => workspace.makeLink(path, linkTo)),
    remove: (path) => around((workspace) => workspace.remove(path)),
    rename: (from, to) => around((workspace) => workspace.rename(from, to)),
    runCommand: (request) => around((workspace) => workspace.runCommand(request)),
    search: (request) => around(async (workspace) => (await workspace.search?.(request)) ?? null),
    findAll: (request) => around(async (workspace) => (await workspace.findAll?.(request)) ?? null),
    hasFileWall: () => around(async (workspace) => (await workspace.hasFileWall?.()) ?? false),
    agentDirectory: () =>
      around(async (workspace) => (workspace.agentDirectory === undefined ? toWorkspacePath('') : workspace.agentDirectory())),
    processes: {
      list: () => around((workspace) => workspace.processes.list()),
      log: (processId) => around((workspace) => workspace.processes.log(processId)),
      write: (processId, data) => around((workspace) => workspace.processes.write(processId, data)),
      interrupt: (processId) => around((workspace) => workspace.processes.interrupt(processId)),
      kill: (processId) => around((workspace) => workspace.processes.kill(processId)),
    },
  };
}
