import type { RuntimeService } from '../runtime/runtime-service.ts';
import { type Runtime, type Workspace, WorkspaceError } from '../runtime/types.ts';
import { wrapWorkspace } from '../runtime/wrap-workspace.ts';
import type { ProjectIdentity } from './project-identity.ts';
import type { ProjectMirror } from './project-mirror.ts';

interface LazyDependencies {
  runtime: RuntimeService;
  mirror: ProjectMirror;
  identity: ProjectIdentity;
}

/** A background program may write forever, and 20,000 files take minutes. Later writes are journaled later. */
const LONGEST_SETTLING_MS = 5_000;

/** Resolves when everything written so far is in the journal, or after a time limit. */
export function settledWithin(booted: Runtime, mirror: ProjectMirror): Promise<void> {
  return atMost(
    LONGEST_SETTLING_MS,
    Promise.resolve(booted.watchSettled?.()).then(() => mirror.settled()),
  );
}

/** The project's workspace: each call waits for the runtime. */
export function createLazyWorkspace({ runtime, mirror, identity }: LazyDependencies, stored: () => Workspace | null): Workspace {
  return {
    ...wrapWorkspace(identity, async (call) => call(stored() ?? (await runtime.ready()).runtime)),
    runCommand: async (request) => {
      const { runtime: booted } = await runtime.ready();
      const outcome = await booted.runCommand(request);
      // The command's writes must be in the journal before its result.
      await settledWithin(booted, mirror);
      return outcome;
    },
  };
}

/** Creates a workspace for work on one project; once the user has left that project, nothing is written. */
export function createWorkspaceWhile(
  { runtime, identity }: Pick<LazyDependencies, 'runtime' | 'identity'>,
  isCurrent: () => boolean,
): Workspace {
  return wrapWorkspace(identity, async (call) => {
    const { runtime: booted } = await runtime.ready();
    // Another project may have been opened during the wait.
    if (!isCurrent()) throw new WorkspaceError('EUNAVAILABLE', 'The project was left.');
    return call(booted);
  });
}

/** Waits for the work, but at most `longest` milliseconds. */
async function atMost(longest: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longest);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
