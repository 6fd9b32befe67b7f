import type { Clock } from '../agent/ports.ts';
import type { WindowState, WorkspaceStore } from '../persistence/workspace-store.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { ContentHash, ProjectId } from '../protocol/ids.ts';
import type { TerminalService } from '../runtime/terminal-service.ts';
import { $activeTab, $openFiles, $tabs } from '../stores/files.ts';
import { $activePort } from '../stores/previews.ts';
import { $endedProcesses, $processes, $terminals } from '../stores/terminals.ts';
import { $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import type { NoticeService } from '../workbench/notice-service.ts';
import type { EditorService } from './editor-service.ts';

/** From a change until it is kept. Milliseconds. */
const PAUSE_MS = 400;

/** Keeps how the user has a project's window, so that a reload finds it: tabs, unsaved text, areas, terminals, what ran. */
export interface WindowKeeper {
  /** Shows the window as it was left, and keeps it from now on. `same`: what ran for the project runs still. */
  enter(projectId: ProjectId, runtime: 'fresh' | 'same'): Promise<void>;
  /** Keeps what is there now, and then nothing more. */
  leave(): void;
  /** Keeps what is there now: the page may be about to go. */
  flush(): void;
}

interface WindowKeeperDependencies {
  store: WorkspaceStore;
  editor: Pick<EditorService, 'restoreFiles'>;
  terminals: Pick<TerminalService, 'pasts' | 'restoreEnded' | 'onPrinted'>;
  /** The newest version of each file. */
  versions(): ReadonlyMap<string, ContentHash>;
  notices: Pick<NoticeService, 'error' | 'info'>;
  clock: Pick<Clock, 'after'>;
}

export function createWindowKeeper(dependencies: WindowKeeperDependencies): WindowKeeper {
  const { store, terminals, versions, notices, clock } = dependencies;
  let kept: ProjectId | null = null;
  let callOff: (() => void) | null = null;
  /** Writes and reads in their order. */
  let tail: Promise<unknown> = Promise.resolve();
  let hasFailed = false;
  /** Which window it is: what is still being restored of one that was left is not kept as the next one's. */
  let serial = 0;
  const save = () => {
    callOff?.();
    callOff = null;
    const projectId = kept;
    if (projectId === null) return;
    const state = windowNow(versions(), terminals.pasts());
    tail = tail
      .then(() => store.save(projectId, state))
      .then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          // Once: what is typed stays on the page, and is tried again at the next change.
          if (!hasFailed) notices.error(`What you have open and not saved is not kept over a reload: ${errorMessage(error)}.`);
          hasFailed = true;
        },
      );
  };
  const changed = () => {
    if (kept !== null) callOff ??= clock.after(PAUSE_MS, save);
  };
  for (const store of [$tabs, $activeTab, $openFiles, $workbenchTab, $narrowPane, $activePort, $processes, $terminals])
    store.listen(changed);
  terminals.onPrinted(changed);
  return {
    async enter(projectId, runtime) {
      const loading = tail.then(() => store.load(projectId)).catch(() => null);
      tail = loading;
      const state = await loading;
      const entered = ++serial;
      if (runtime === 'fresh') {
        $endedProcesses.set(state?.processes ?? []);
        terminals.restoreEnded(state?.terminals ?? []);
      }
      if (state !== null) await restore(state, dependencies);
      if (entered === serial) kept = projectId;
    },
    leave() {
      save();
      kept = null;
      serial++;
    },
    flush() {
      if (callOff !== null) save();
    },
  };
}

function windowNow(versions: ReadonlyMap<string, ContentHash>, terminals: WindowState['terminals']): WindowState {
  const files = $openFiles.get();
  return {
    version: 1,
    tab: $workbenchTab.get(),
    pane: $narrowPane.get(),
    files: [...$tabs.get()],
    activeFile: $activeTab.get(),
    unsaved: [...files.values()].flatMap(({ path, text, savedText, isBeingWritten }) =>
      isBeingWritten || text === savedText ? [] : [{ path, text, base: versions.get(path) ?? null }],
    ),
    port: $activePort.get(),
    processes: [
      // What was not started again is still offered.
      ...$endedProcesses.get(),
      ...$processes.get().map(({ processId, command, directory, port }) => ({ processId, command, directory, port })),
    ],
    terminals,
  };
}

async function restore(state: WindowState, { editor, versions, notices }: WindowKeeperDependencies): Promise<void> {
  $workbenchTab.set(state.tab);
  $narrowPane.set(state.pane);
  const unsaved = new Map(state.unsaved.map(({ path, text }) => [path, text]));
  await editor.restoreFiles({ files: state.files, activeFile: state.activeFile, unsaved });
  for (const { path, base } of state.unsaved) {
    const now = versions().get(path) ?? null;
    if (now === base) continue;
    notices.error(
      `${path} was ${now === null ? 'deleted' : 'changed'} since you typed into it. Your text is here, not saved: saving it replaces the file.`,
    );
  }
}
