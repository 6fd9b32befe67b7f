import type { Clock } from '../agent/contract/ports.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { WindowState, WorkspaceStore } from '../persistence/workspace-store.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { ProjectId } from '../protocol/ids.ts';
import { pathsNow } from '../runtime/paths-now.ts';
import type { BootListener } from '../runtime/runtime-service.ts';
import type { TerminalService } from '../runtime/terminal-service.ts';
import type { BootedRuntime } from '../runtime/webcontainer.ts';
import { $activeTab, $openFiles, $tabs } from '../stores/files.ts';
import { $activePort, $pagePlaces } from '../stores/previews.ts';
import { $endedProcesses, $processes, $terminals, type EndedProcess } from '../stores/terminals.ts';
import {
  $customPreviewSize,
  $filePositions,
  $isPreviewTurned,
  $keptChanges,
  $paneWidths,
  $previewDevice,
  $previewPaths,
  $returningPorts,
  $reviewComments,
  type ReturningPorts,
} from '../stores/window.ts';
import { $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import { clearWindow, endedProcesses, hasUnsavedText, showWindow, type WindowParts, windowNow } from './window-contents.ts';

/** From a change until it is kept. Milliseconds. */
const PAUSE_MS = 400;
/** From a failure until it is tried again without a change. Milliseconds. */
const RETRY_MS = 5_000;

/** Keeps how the user has a project's window, so that a reload finds it: tabs, unsaved text, areas, terminals, what ran. */
export interface WindowKeeper {
  /** Shows the window as it was left, and keeps it from now on. `same`: what ran for the project runs still. */
  enter(projectId: ProjectId, runtime: 'fresh' | 'same'): Promise<void>;
  /** Keeps what is there now, and then nothing more. */
  leave(): void;
  /** Keeps what is there now and has not been kept: the page may be about to go, or there is room again. */
  flush(): void;
  /** Offers to start again what ran in a runtime that has ended, and to show again what its terminals and previews showed. */
  attach: BootListener;
  /** Whether text that was typed would be gone with the page. */
  wouldLose(): boolean;
}

interface WindowKeeperDependencies extends WindowParts {
  store: WorkspaceStore;
  terminals: Pick<TerminalService, 'pasts' | 'restoreEnded' | 'onPrinted'>;
  notices: Pick<NoticeService, 'error' | 'info'>;
  clock: Pick<Clock, 'after'>;
}

const WATCHED = [
  ...[$tabs, $activeTab, $openFiles, $filePositions],
  ...[$workbenchTab, $narrowPane, $paneWidths, $keptChanges, $reviewComments],
  ...[$activePort, $previewDevice, $customPreviewSize, $isPreviewTurned, $previewPaths, $pagePlaces],
  ...[$processes, $endedProcesses, $terminals],
];

export function createWindowKeeper(dependencies: WindowKeeperDependencies): WindowKeeper {
  const { store, terminals, versions, notices, clock } = dependencies;
  let kept: ProjectId | null = null;
  let callOff: (() => void) | null = null;
  let underWay = 0;
  /** What could not be kept, also of windows that were left since. */
  const failed = new Map<ProjectId, WindowState>();
  /** Which window it is: what is still being restored of one that was left is not kept as the next one's. */
  let serial = 0;
  /** What had ended in the window that was left last; another chat of its project offers it still. */
  let left: { projectId: ProjectId; ended: readonly EndedProcess[] } | null = null;
  const arm = (pause: number) => {
    callOff ??= clock.after(pause, due);
  };
  const due = () => {
    callOff = null;
    // One write at a time; only a page that is about to go does not wait for the one before.
    if (underWay > 0) arm(PAUSE_MS);
    else save();
  };
  const written = async (projectId: ProjectId, state: WindowState) => {
    underWay++;
    try {
      await store.save(projectId, state);
      failed.delete(projectId);
    } catch (error) {
      // Once: what is typed stays on the page, and is tried again.
      if (failed.size === 0)
        notices.error(t('What you have open and not saved is not kept over a reload: {error}.', { error: errorMessage(error) }));
      failed.set(projectId, state);
      if (kept === projectId) arm(RETRY_MS);
    } finally {
      underWay--;
    }
  };
  const save = () => {
    callOff?.();
    callOff = null;
    if (kept !== null) void written(kept, windowNow(versions(), terminals.pasts()));
  };
  const changed = () => {
    if (kept !== null) arm(PAUSE_MS);
  };
  for (const watched of WATCHED) watched.listen(changed);
  terminals.onPrinted(changed);
  $processes.listen(forgetRunningAgain);
  return {
    async enter(projectId, runtime) {
      const found = await store.load(projectId).catch(() => 'unreadable' as const);
      const state = found === 'unreadable' ? null : found;
      const entered = ++serial;
      if (runtime === 'fresh') {
        $endedProcesses.set(state?.processes ?? []);
        $returningPorts.set(returningOf(state?.port ?? null, state?.processes ?? []));
        terminals.restoreEnded(state?.terminals ?? [], 'page');
      } else if (left?.projectId === projectId) $endedProcesses.set(left.ended);
      if (state !== null) await showWindow(state, dependencies);
      if (entered !== serial) return;
      kept = projectId;
      // Of a window that nobody has kept yet, what has come while this waited is kept as well.
      if (found === null) changed();
    },
    leave() {
      save();
      left = kept === null ? null : { projectId: kept, ended: $endedProcesses.get() };
      kept = null;
      serial++;
      clearWindow();
    },
    flush() {
      for (const [projectId, state] of failed) if (projectId !== kept) void written(projectId, state);
      if (callOff !== null || (kept !== null && failed.has(kept))) save();
    },
    attach: (booted) => followRuntime(booted, { isKept: () => kept !== null, terminals }),
    wouldLose: () => (kept === null || failed.has(kept)) && hasUnsavedText(),
  };
}

function followRuntime(
  { runtime }: BootedRuntime,
  { isKept, terminals }: { isKept(): boolean; terminals: WindowKeeperDependencies['terminals'] },
): () => void {
  const stop = runtime.onEvent((event) => {
    if (event.type === 'ended' && isKept()) offerAgain();
  });
  return () => {
    stop();
    if (!isKept()) return;
    // One that has not ended by itself is ended now.
    offerAgain();
    terminals.restoreEnded(terminals.pasts(), 'runtime');
  };
}

function returningOf(shown: number | null, ended: readonly EndedProcess[]): ReturningPorts | null {
  return shown === null ? null : { shown, ports: new Set([shown, ...ended.flatMap(({ port }) => port ?? [])]) };
}

/** What the runtime took with it, while the stores still have it. */
function offerAgain(): void {
  const known = new Set($endedProcesses.get().map(({ processId }) => processId));
  const ended = endedProcesses('runtime').filter(({ processId }) => !known.has(processId));
  if (ended.length > 0) $endedProcesses.set([...$endedProcesses.get(), ...ended]);
  if ($activePort.get() !== null) $returningPorts.set(returningOf($activePort.get(), $endedProcesses.get()));
  $previewPaths.set(pathsNow());
}

/** What runs again, whoever has started it, is not offered any more. */
function forgetRunningAgain(): void {
  const running = $processes.get();
  const ended = $endedProcesses.get();
  const isAgain = ({ processId, command, directory, port }: EndedProcess) =>
    running.some(
      (each) =>
        // Those of a runtime that has ended leave the list one by one.
        each.processId !== processId &&
        ((each.command === command && each.directory === directory) || (port !== null && each.port === port)),
    );
  const rest = ended.filter((each) => !isAgain(each));
  if (rest.length < ended.length) $endedProcesses.set(rest);
}
