import { browserClock, browserIds } from '../browser/browser-ports.ts';
import type { ChatService } from '../chat/chat-service.ts';
import type { CurrentChat } from '../chat/current-chat.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { SendOutbound } from '../outbound/open-outbound.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { LentContents } from '../persistence/lent-contents.ts';
import type { ProjectBatches } from '../persistence/project-batches.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { ProjectStore } from '../persistence/project-store.ts';
import { createBeginnings } from '../project/begin-project.ts';
import { createProjectCatalog } from '../project/catalog/project-catalog.ts';
import type { SearchProjects } from '../project/catalog/project-search.ts';
import { searchInWorker } from '../project/catalog/search-in-worker.ts';
import { whileFree } from '../project/catalog/while-free.ts';
import { createRepositoryFetcher } from '../project/clone/fetch-repository.ts';
import { formatInWorker } from '../project/format/format-in-worker.ts';
import type { Format } from '../project/format/format-service.ts';
import type { ImportReader } from '../project/import/import-reader.ts';
import { createImportService } from '../project/import/import-service.ts';
import type { ComingSource } from '../project/import/import-source.ts';
import { countImports } from '../project/import/imports-at-work.ts';
import { readInWorker } from '../project/import/read-in-worker.ts';
import type { LocalFolderActions } from '../project/local-folder/local-folder-service.ts';
import type { PageSight } from '../project/local-folder/watch-folder.ts';
import type { ProjectService } from '../project/project-service.ts';
import { $chats } from '../stores/chat.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

/** What projects need of a browser. */
export interface ProjectPorts {
  /** Away from the page. */
  readImport(source: ComingSource): ImportReader;
  searchProjects: SearchProjects;
  format: Format;
  sight: PageSight;
}

export interface ProjectParts {
  journal: JournalStore;
  projects: ProjectStore;
  batches: ProjectBatches;
  files: ProjectFileStore & LentContents;
  notices: NoticeService;
  project: ProjectService;
  current: CurrentChat;
  chat: ChatService;
  locks: LockManager;
  ports: ProjectPorts;
  /** To other hosts through the server; null: it passes nothing on. */
  send: SendOutbound | null;
  localFolder: LocalFolderActions;
  runCommand(command: string): Promise<void>;
}

/** After the start, when what the user waits for is there. Milliseconds. */
const PURGE_AFTER = 20_000;

/** The projects of this browser, and how they come into it. */
export function startProjectList(parts: ProjectParts): WorkbenchActions['projects'] {
  const { current, chat, project, notices, locks, ports } = parts;
  const openProject = () => (current.session() === null ? null : project.projectId());
  const catalog = createProjectCatalog({
    ...parts,
    ids: browserIds,
    now: browserClock.now,
    search: (query, onHit, signal) =>
      notices.guard(t('The search ended early'), () => ports.searchProjects(query, onHit, signal)).then(() => undefined),
    openProject,
    chatOf: (projectId) => $chats.get().find((chat) => chat.projectId === projectId)?.chatId ?? null,
    recorded: project.recorded,
    newChat: chat.newChat,
    openChat: chat.openChat,
    refreshChats: current.refreshChats,
    whileFree: (projectId, work) => whileFree(locks, projectId, work),
  });
  const imports = createImportService({
    ...parts,
    ids: browserIds,
    openChatId: () => current.session()?.chatId ?? null,
    openChat: chat.openChat,
    refresh: async () => void (await Promise.all([catalog.refreshProjects(), current.refreshChats()])),
    read: countImports(ports.readImport),
  });
  const beginnings = createBeginnings({
    notices,
    async describeOpen() {
      const open = openProject();
      if (open === null) return null;
      await project.settled();
      return catalog.describeProject(open);
    },
    runCommand: parts.runCommand,
    newChat: chat.newChat,
    openSession: chat.openSession,
  });
  // A message may have begun a project, and what was done last is shown first.
  $chats.listen(() => void catalog.refreshProjects());
  void catalog.refreshProjects();
  browserClock.after(PURGE_AFTER, () => void notices.guard(t('Deleted projects were not cleared'), catalog.purge));
  return { ...catalog, ...imports, ...beginnings, ...localFolderActions(parts.localFolder), ...createRepositoryFetcher(parts.send) };
}

/** An instance's methods, one by one. */
function localFolderActions(folder: LocalFolderActions): LocalFolderActions {
  return {
    projectOfFolder: (handle) => folder.projectOfFolder(handle),
    connectFolder: (handle, options) => folder.connectFolder(handle, options),
    reconnectFolder: () => folder.reconnectFolder(),
    disconnectFolder: () => folder.disconnectFolder(),
    keepVersions: (conflicts, keep) => folder.keepVersions(conflicts, keep),
    answerDeletions: (from, answer) => folder.answerDeletions(from, answer),
    showFolderConflict: (conflict) => folder.showFolderConflict(conflict),
    compareFolder: () => folder.compareFolder(),
  };
}

export const browserProjects: ProjectPorts = {
  sight: {
    isVisible: () => document.visibilityState === 'visible',
    onVisible(listener) {
      const seen = () => document.visibilityState === 'visible' && listener();
      document.addEventListener('visibilitychange', seen);
      return () => document.removeEventListener('visibilitychange', seen);
    },
  },
  readImport: (source) =>
    readInWorker(
      source,
      () => new Worker(new URL('../project/import/import-worker.ts', import.meta.url), { type: 'module', name: 'import' }),
      navigator.hardwareConcurrency,
    ),
  format: formatInWorker,
  searchProjects: searchInWorker(
    'devonz',
    () => new Worker(new URL('../project/catalog/project-search-worker.ts', import.meta.url), { type: 'module', name: 'project-search' }),
  ),
};
