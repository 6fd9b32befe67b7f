import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { WindowState } from '../persistence/workspace-store.ts';
import type { ContentHash } from '../protocol/ids.ts';
import { pathsNow } from '../runtime/paths-now.ts';
import { $chat } from '../stores/chat.ts';
import { $activeTab, $openFiles, $tabs, type OpenFile } from '../stores/files.ts';
import { $earlierOutput, outputsToKeep } from '../stores/live-output.ts';
import { $activePort } from '../stores/previews.ts';
import { $endedProcesses, $processes, type EndedProcess } from '../stores/terminals.ts';
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
} from '../stores/window.ts';
import { $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import type { EditorService } from './editor-service.ts';

/** How many reviewed changes are remembered; the newest are kept. */
const MOST_KEPT = 5_000;
/** Maximum number of comments on changes that are remembered. */
const MOST_COMMENTS = 500;
/** For longer files the base text is not kept, because it would be written at each pause in typing. In characters. */
const LONGEST_BASE = 1_000_000;

export interface WindowParts {
  editor: Pick<EditorService, 'restoreFiles'>;
  /** The newest version of each file. */
  versions(): ReadonlyMap<string, ContentHash>;
  notices: Pick<NoticeService, 'error'>;
}

/** The state of the open project's window, read from the stores. */
export function windowNow(versions: ReadonlyMap<string, ContentHash>, terminals: WindowState['terminals']): WindowState {
  const tabs = $tabs.get();
  return {
    version: 1,
    tab: $workbenchTab.get(),
    pane: $narrowPane.get(),
    files: [...tabs],
    activeFile: $activeTab.get(),
    unsaved: unsavedFiles().map((file) => ({ path: file.path, text: file.text, base: versions.get(file.path) ?? null, ...baseOf(file) })),
    positions: [...$filePositions.get()].flatMap(([path, position]) => (tabs.includes(path) ? [{ path, ...position }] : [])),
    widths: [...$paneWidths.get()].map(([pane, width]) => ({ pane, width })),
    preview: {
      device: $previewDevice.get(),
      custom: $customPreviewSize.get(),
      isTurned: $isPreviewTurned.get(),
      paths: [...pathsNow()].map(([port, path]) => ({ port, path })),
    },
    kept: [...$keptChanges.get()].slice(-MOST_KEPT),
    comments: $reviewComments.get().slice(-MOST_COMMENTS),
    port: $activePort.get() ?? $returningPorts.get()?.shown ?? null,
    processes: [
      // Programs that were not started again are still offered.
      ...$endedProcesses.get(),
      ...endedProcesses('page'),
    ],
    terminals,
    outputs: [...outputsToKeep($chat.get().toolCalls)].map(([toolCallId, output]) => ({ toolCallId, ...output })),
  };
}

/** Restores a window as it was left. */
export async function showWindow(state: WindowState, { editor, versions, notices }: WindowParts): Promise<void> {
  $workbenchTab.set(state.tab);
  $narrowPane.set(state.pane);
  $paneWidths.set(new Map(state.widths.map(({ pane, width }) => [pane, width])));
  $previewDevice.set(state.preview.device);
  $customPreviewSize.set(state.preview.custom);
  $isPreviewTurned.set(state.preview.isTurned);
  $previewPaths.set(new Map(state.preview.paths.map(({ port, path }) => [port, path])));
  $keptChanges.set(new Set(state.kept));
  $reviewComments.set(state.comments);
  $earlierOutput.set(new Map(state.outputs.map(({ toolCallId, ...output }) => [toolCallId, output])));
  // Before the files, because the editor reads this when it first shows one.
  $filePositions.set(new Map(state.positions.map(({ path, ...position }) => [path, position])));
  const unsaved = new Map(
    state.unsaved.map(({ path, text, baseText }) => [path, baseText === undefined ? { text } : { text, base: baseText }]),
  );
  await editor.restoreFiles({ files: state.files, activeFile: state.activeFile, unsaved });
  for (const { path, base, baseText } of state.unsaved) {
    const now = versions().get(path) ?? null;
    // If the base text is known, the editor can show a conflict when the file has changed as well.
    if (now === base || (now !== null && baseText !== undefined)) continue;
    notices.error(
      now === null
        ? t('{path} was deleted since you typed into it. Your text is here, not saved: saving it replaces the file.', { path })
        : t('{path} was changed since you typed into it. Your text is here, not saved: saving it replaces the file.', { path }),
    );
  }
}

/** The running programs, for use after their runtime has ended. */
export function endedProcesses(endedWith: EndedProcess['endedWith']): EndedProcess[] {
  return $processes.get().map(({ processId, command, directory, port }) => ({ processId, command, directory, port, endedWith }));
}

/** The state of a project that has no window yet. The services that opened files, terminals and previews close them. */
export function clearWindow(): void {
  $workbenchTab.set('code');
  $filePositions.set(new Map());
  $paneWidths.set(new Map());
  $previewDevice.set('desktop');
  $customPreviewSize.set(null);
  $isPreviewTurned.set(false);
  $previewPaths.set(new Map());
  $keptChanges.set(new Set());
  $reviewComments.set([]);
  $returningPorts.set(null);
  $endedProcesses.set([]);
  $earlierOutput.set(new Map());
}

export function hasUnsavedText(): boolean {
  return unsavedFiles().length > 0;
}

function unsavedFiles(): OpenFile[] {
  return [...$openFiles.get().values()].filter(({ text, savedText, isBeingWritten }) => !isBeingWritten && text !== savedText);
}

function baseOf({ savedText, conflict }: OpenFile): { baseText?: string } {
  const baseText = conflict?.base ?? savedText;
  return baseText.length > LONGEST_BASE ? {} : { baseText };
}
