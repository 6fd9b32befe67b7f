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

/** Delay between a change and saving it. In milliseconds. */
const PAUSE_MS = 400;
/** Delay between a failed save and the next try if nothing changes. In milliseconds. */
const RETRY_MS = 5_000;

/** Saves the state of a project's window, so that a reload restores it: tabs, unsaved text, layout, terminals, running programs. */
export interface WindowKeeper {
  /** Restores the window and saves it from now on. `same`: the project's programs are still running. */
  enter(projectId: ProjectId, runtime: 'fresh' | 'same'): Promise<void>;
  /** Saves the current state once more, then nothing. */
  leave(): void;
  /** Saves the current state if it has unsaved changes: the page may be closing, or storage has free space again. */
  flush(): void;
  /** Offers to restart the programs of a runtime that has ended, and to reopen its terminals and previews. */
  attach: BootListener;
  /** Whether unsaved text would be lost if the page closed. */
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
  /** States that could not be saved, also of windows that were left since. */
  const failed = new Map<ProjectId, WindowState>();
  /** Counts the windows: a restore that is still running for an earlier one must not be saved as the current one. */
  let serial = 0;
  /** The programs that had ended in the previous window. Another chat of the same project still offers them. */
  let left: { projectId: ProjectId; ended: readonly EndedProcess[] } | null = null;
  const arm = (pause: number) => {
    callOff ??= clock.after(pause, due);
  };
  const due = () => {
    callOff = null;
    // One write at a time. Only a closing page does not wait for the previous write.
    if (underWay > 0) arm(PAUSE_MS);
    else save();
  };
  const written = async (projectId: ProjectId, state: WindowState) => {
    underWay++;
    try {
      await store.save(projectId, state);
      failed.delete(projectId);
    } catch (error) {
      // Reported once: unsaved text stays in the page, and saving is tried again.
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
      // If the window was never saved, changes made during this wait are saved as well.
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
    // The runtime is being stopped, rather than having ended on its own, so its programs are offered again.
    offerAgain();
    terminals.restoreEnded(terminals.pasts(), 'runtime');
  };
}

function returningOf(shown: number | null, ended: readonly EndedProcess[]): ReturningPorts | null {
  return shown === null ? null : { shown, ports: new Set([shown, ...ended.flatMap(({ port }) => port ?? [])]) };
}

/** Reads what the runtime will take with it, while the stores still have it. */
function offerAgain(): void {
  const known = new Set($endedProcesses.get().map(({ processId }) => processId));
  const ended = endedProcesses('runtime').filter(({ processId }) => !known.has(processId));
  if (ended.length > 0) $endedProcesses.set([...$endedProcesses.get(), ...ended]);
  if ($activePort.get() !== null) $returningPorts.set(returningOf($activePort.get(), $endedProcesses.get()));
  $previewPaths.set(pathsNow());
}

/** A program that runs again, whoever started it, is no longer offered. */
function forgetRunningAgain(): void {
  const running = $processes.get();
  const ended = $endedProcesses.get();
  const isAgain = ({ processId, command, directory, port }: EndedProcess) =>
    running.some(
      (each) =>
        // The programs of an ended runtime leave the list one by one.
        each.processId !== processId &&
        ((each.command === command && each.directory === directory) || (port !== null && each.port === port)),
    );
  const rest = ended.filter((each) => !isAgain(each));
  if (rest.length < ended.length) $endedProcesses.set(rest);
}
