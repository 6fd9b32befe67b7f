import { browserClock, browserIds } from '../browser/browser-ports.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { SendOutbound } from '../outbound/open-outbound.ts';
import { createBeginnings } from '../project/begin-project.ts';
import { createProjectCatalog } from '../project/catalog/project-catalog.ts';
import { searchInWorker } from '../project/catalog/search-in-worker.ts';
import { whileFree } from '../project/catalog/while-free.ts';
import { createRepositoryFetcher } from '../project/clone/fetch-repository.ts';
import { formatInWorker } from '../project/format/format-in-worker.ts';
import { createImportService } from '../project/import/import-service.ts';
import { countImports } from '../project/import/imports-at-work.ts';
import { readInWorker } from '../project/import/read-in-worker.ts';
import { $chats } from '../stores/chat.ts';
import type { ProjectPorts } from './ports/project-ports.ts';
import type { WorkbenchPorts } from './ports/workbench-ports.ts';
import type { Chats } from './start-chats.ts';
import type { OpenProject } from './start-project.ts';
import type { Stores } from './storage/open-storage.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

interface ProjectListParts {
  ports: Pick<WorkbenchPorts, 'locks' | 'projects'>;
  stores: Pick<Stores, 'journal' | 'projects' | 'batches' | 'files'>;
  open: Pick<OpenProject, 'project' | 'localFolder'>;
  chats: Pick<Chats, 'current' | 'chat' | 'userCommands'>;
  notices: NoticeService;
  /** Requests to other hosts through the server; `null` if it forwards none. */
  send: SendOutbound | null;
}

/** Milliseconds after the start, when everything that the user waits for is ready. */
const PURGE_AFTER = 20_000;

/** The projects of this browser, and the ways to add projects. */
export function startProjectList({ ports, stores, open, chats, notices, send }: ProjectListParts): WorkbenchActions['projects'] {
  const { current, chat } = chats;
  const { project } = open;
  const openProject = () => (current.session() === null ? null : project.projectId());
  const catalog = createProjectCatalog({
    projects: stores.projects,
    batches: stores.batches,
    files: stores.files,
    journal: stores.journal,
    notices,
    ids: browserIds,
    now: browserClock.now,
    search: (query, onHit, signal) =>
      notices.guard(t('The search ended early'), () => ports.projects.searchProjects(query, onHit, signal)).then(() => undefined),
    openProject,
    place: project.place,
    chatOf: (projectId) => $chats.get().find((chat) => chat.projectId === projectId)?.chatId ?? null,
    recorded: project.recorded,
    newChat: chat.newChat,
    openChat: chat.openChat,
    refreshChats: current.refreshChats,
    whileFree: (projectId, work) => whileFree(ports.locks, projectId, work),
  });
  const imports = createImportService({
    batches: stores.batches,
    files: stores.files,
    project,
    ids: browserIds,
    openChatId: () => current.session()?.chatId ?? null,
    openChat: chat.openChat,
    refresh: async () => void (await Promise.all([catalog.refreshProjects(), current.refreshChats()])),
    read: countImports(ports.projects.readImport),
  });
  const beginnings = createBeginnings({
    notices,
    async describeOpen() {
      const projectId = openProject();
      if (projectId === null) return null;
      await project.settled();
      return catalog.describeProject(projectId);
    },
    runCommand: (command) => chats.userCommands.run(command, 'root'),
    newChat: chat.newChat,
    openSession: chat.openSession,
  });
  // A message may have created a project, and the most recently used is listed first.
  $chats.listen(() => void catalog.refreshProjects());
  void catalog.refreshProjects();
  browserClock.after(PURGE_AFTER, () => void notices.guard(t('Deleted projects were not cleared'), catalog.purge));
  const folder = open.localFolder;
  return {
    refreshProjects: catalog.refreshProjects,
    describeProject: catalog.describeProject,
    searchProjects: catalog.searchProjects,
    renameProject: catalog.renameProject,
    archiveProject: catalog.archiveProject,
    deleteProject: catalog.deleteProject,
    restoreProject: catalog.restoreProject,
    deleteProjectNow: catalog.deleteProjectNow,
    duplicateProject: catalog.duplicateProject,
    newChatIn: catalog.newChatIn,
    openImport: imports.openImport,
    describeOpen: beginnings.describeOpen,
    installAndRun: beginnings.installAndRun,
    startFromGenerator: beginnings.startFromGenerator,
    fetchRepository: createRepositoryFetcher(send).fetchRepository,
    // The folder is an instance of a class: its methods need it as `this`.
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
