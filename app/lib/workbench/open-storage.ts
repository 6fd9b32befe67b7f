import { shareJournal } from '../chat/tabs/shared-journal.ts';
import { openDatabase } from '../persistence/database.ts';
import { createFolderStore } from '../persistence/folder-store.ts';
import { createJournalStore } from '../persistence/journal-store.ts';
import { createMcpStore } from '../persistence/mcp-store.ts';
import { probeRoom } from '../persistence/probe-room.ts';
import { createProjectBatches } from '../persistence/project-batches.ts';
import { createProjectFileStore } from '../persistence/project-file-store.ts';
import { createProjectStore } from '../persistence/project-store.ts';
import { createWorkspaceStore } from '../persistence/workspace-store.ts';
import { createTelemetryService } from '../telemetry/telemetry-service.ts';
import { createTelemetryStore } from '../telemetry/telemetry-store.ts';
import { browserClock, browserIds } from './browser-ports.ts';
import type { NoticeService } from './notice-service.ts';

/** What is kept in IndexedDB, each kind by its store. Rejects with why it cannot be opened. */
export async function openStorage(name: string, notices: NoticeService) {
  const tabId = browserIds.next();
  let blocked: number | null = null;
  const database = await openDatabase(name, {
    onClosed: () => notices.error('The storage was taken over by another tab with a newer version. Reload this page.'),
    onBlocked() {
      blocked ??= notices.error(
        'Another tab has an older version of Devonz open, which keeps this one from starting. Close it, or reload it: this page then continues by itself, with everything that is kept here.',
      );
    },
  });
  if (blocked !== null) notices.dismiss(blocked);
  return {
    tabId,
    journal: shareJournal(createJournalStore(database, browserClock.now, tabId)),
    files: createProjectFileStore(database),
    telemetry: createTelemetryService(createTelemetryStore(database)),
    mcpStore: createMcpStore(database),
    probe: () => probeRoom(database),
    projects: createProjectStore(database),
    batches: createProjectBatches(database, browserClock.now, tabId),
    windows: createWorkspaceStore(database),
    folders: createFolderStore(database),
  };
}
