import { browserClock, browserHasher, browserIds } from '../../browser/browser-ports.ts';
import { shareJournal } from '../../chat/tabs/shared-journal.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import { createContentFinder } from '../../persistence/contents/find-contents.ts';
import { openDatabase } from '../../persistence/database.ts';
import { createFolderStore } from '../../persistence/folder-store.ts';
import { createJournalStore } from '../../persistence/journal-store.ts';
import { createMcpStore } from '../../persistence/mcp-store.ts';
import { createProjectBatches } from '../../persistence/project-batches.ts';
import { createProjectFileStore } from '../../persistence/project-file-store.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { probeRoom } from '../../persistence/room/probe-room.ts';
import { measureKept } from '../../persistence/room/storage-use.ts';
import { tryingAgain } from '../../persistence/try-again.ts';
import { createWorkspaceStore } from '../../persistence/workspace-store.ts';
import type { ProjectId } from '../../protocol/ids.ts';
import { createTelemetryService } from '../../telemetry/telemetry-service.ts';
import { createTelemetryStore } from '../../telemetry/telemetry-store.ts';
import { createDamageNotice } from './damage-notice.ts';

export type Stores = Awaited<ReturnType<typeof openStorage>>;

/** Opens the stores in IndexedDB. `isDiscarded`: the browser has lost what it had stored. Rejects with the reason if it cannot be opened. */
export async function openStorage(name: string, notices: NoticeService, isDiscarded: boolean) {
  const tabId = browserIds.next();
  let tellFull = (): void => undefined;
  const pause = (milliseconds: number) => browserClock.sleep(milliseconds, new AbortController().signal);
  let blocked: number | null = null;
  const database = await openDatabase(name, {
    onClosed: () => notices.error(t('The storage was taken over by another tab with a newer version. Reload this page.')),
    onFull: () => tellFull(),
    onBlocked() {
      blocked ??= notices.error(
        t(
          'Another tab has an older version of Devonz open, which keeps this one from starting. Close it, or reload it: this page then continues by itself, with everything that is kept here.',
        ),
      );
    },
  });
  if (blocked !== null) notices.dismiss(blocked);
  if (isDiscarded)
    notices.error(
      t(
        'The browser could not read what it had stored for this page, for instance after it was killed, and has discarded it: the chats and projects that were kept only here are gone. Folders on your disk, machines and exported files are untouched.',
      ),
    );
  const report = createDamageNotice(notices, browserClock);
  const again = <Store extends object>(store: Store) => tryingAgain(store, pause);
  const folders = again(createFolderStore(database));
  const folderOf = async (projectId: ProjectId) => (await folders.load(projectId))?.handle ?? null;
  return {
    tabId,
    /** Calls back when the storage is full. */
    onFull(listener: () => void) {
      tellFull = listener;
    },
    journal: shareJournal(again(createJournalStore(database, browserClock.now, tabId, report)), () => tellFull()),
    files: again(createProjectFileStore(database, report, browserHasher)),
    telemetry: createTelemetryService(createTelemetryStore(database)),
    mcpStore: again(createMcpStore(database)),
    probe: () => probeRoom(database),
    measure: () => measureKept(database),
    projects: again(createProjectStore(database, report)),
    batches: again(createProjectBatches(database, browserClock.now, tabId)),
    windows: again(createWorkspaceStore(database)),
    folders,
    contentFinder: createContentFinder({ database, hasher: browserHasher, folderOf }),
  };
}
