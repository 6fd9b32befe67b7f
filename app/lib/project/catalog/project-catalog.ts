import type { IdSource } from '../../agent/contract/ports.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { JournalStore } from '../../persistence/journal-store.ts';
import type { ProjectBatches } from '../../persistence/project-batches.ts';
import type { ProjectFileStore } from '../../persistence/project-file-store.ts';
import type { ProjectStore } from '../../persistence/project-store.ts';
import { type ChatId, chatIdSchema, type ProjectId, projectIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { Place } from '../../protocol/machines/place.ts';
import { NEW_CHAT } from '../../protocol/texts/chat-title.ts';
import { $projects } from '../../stores/projects.ts';
import { sizeText } from '../import/import-plan.ts';
import type { ProjectFacts } from '../recognise/project-facts.ts';
import { recogniseProject } from '../recognise/recognise-project.ts';
import { openElsewhere } from './open-elsewhere.ts';
import type { SearchProjects } from './project-search.ts';

/** The actions on the projects in this browser. No method rejects: a failure becomes a notice. */
export interface ProjectListActions {
  refreshProjects(): Promise<void>;
  /** Describes the project's files; null if they could not be read. */
  describeProject(projectId: ProjectId): Promise<ProjectDescription | null>;
  /** Reports the projects whose chats or files contain the query, as they are found. `signal` cancels the search. */
  searchProjects: SearchProjects;
  renameProject(projectId: ProjectId, name: string): Promise<void>;
  archiveProject(projectId: ProjectId, isArchived: boolean): Promise<void>;
  /** Moves the project to the deleted ones, which are removed automatically after a month. The notice offers to undo it. */
  deleteProject(projectId: ProjectId): Promise<void>;
  restoreProject(projectId: ProjectId): Promise<void>;
  /** Deletes the project permanently. */
  deleteProjectNow(projectId: ProjectId): Promise<void>;
  /** Copies the files as they are now into a new project with a new chat, and opens that chat. */
  duplicateProject(projectId: ProjectId): Promise<void>;
  /** Creates an empty chat in that project and opens it. If the project is already open, its running programs keep running. */
  newChatIn(projectId: ProjectId): Promise<void>;
}

export interface ProjectDescription {
  facts: ProjectFacts;
  files: number;
  bytes: number;
}

export interface ProjectCatalogDependencies {
  projects: ProjectStore;
  batches: ProjectBatches;
  files: ProjectFileStore;
  journal: Pick<JournalStore, 'append'>;
  notices: NoticeService;
  ids: IdSource;
  now(): number;
  search: SearchProjects;
  /** The project of the open chat; null if none is open. */
  openProject(): ProjectId | null;
  /** Where the open project lies; null for this browser. */
  place(): Place | null;
  /** Resolves when everything written so far is in the journal. */
  recorded(): Promise<void>;
  /** The project's most recently used chat; null if it has none. */
  chatOf(projectId: ProjectId): ChatId | null;
  newChat(): Promise<void>;
  openChat(chatId: ChatId): Promise<boolean>;
  refreshChats(): Promise<void>;
  /** Runs the work while no tab has the project open; false if a tab has it open. */
  whileFree(projectId: ProjectId, work: () => Promise<void>): Promise<boolean>;
}

export interface ProjectCatalog extends ProjectListActions {
  /** Permanently deletes the projects whose time to be restored is over. */
  purge(): Promise<void>;
}

/** How long a deleted project can be restored. In milliseconds. */
export const KEPT_DELETED = 30 * 24 * 60 * 60 * 1_000;
const LONGEST_NAME = 100;

export function createProjectCatalog(dependencies: ProjectCatalogDependencies): ProjectCatalog {
  const { projects, files, notices, now } = dependencies;
  const refresh = async () => {
    $projects.set(await projects.list());
  };
  /** Reports a failure as a notice and refreshes the lists. */
  const act = async (what: string, work: () => Promise<void>) => {
    await notices.guard(what, work);
    await notices.guard(t('The projects could not be listed'), async () => {
      await refresh();
      await dependencies.refreshChats();
    });
  };
  const nameOf = (projectId: ProjectId) => $projects.get().find((project) => project.projectId === projectId)?.name || 'Untitled';
  const deletions = createDeletions(dependencies, { act, nameOf });
  const beginnings = createBeginnings(dependencies, { act, nameOf });
  return {
    refreshProjects: async () => void (await notices.guard(t('The projects could not be listed'), refresh)),
    describeProject: (projectId) => notices.guard(t('The project could not be read'), () => describe(projectId, files)),
    searchProjects: dependencies.search,
    renameProject: (projectId, name) =>
      act(t('The project was not renamed'), async () => {
        const trimmed = name.trim().slice(0, LONGEST_NAME);
        if (trimmed !== '') await projects.change(projectId, { name: trimmed });
      }),
    archiveProject: (projectId, isArchived) =>
      act(isArchived ? t('The project was not archived') : t('The project was not taken out of the archive'), () =>
        projects.change(projectId, { archivedAt: isArchived ? now() : null }),
      ),
    ...deletions,
    ...beginnings,
    async purge() {
      const before = now() - KEPT_DELETED;
      for (const { projectId, deletedAt } of await projects.list())
        if (deletedAt !== null && deletedAt < before)
          await dependencies.whileFree(projectId, async () => void (await dependencies.batches.deleteProject(projectId, before)));
    },
  };
}

interface Shared {
  act(what: string, work: () => Promise<void>): Promise<void>;
  nameOf(projectId: ProjectId): string;
}

function createDeletions(
  { projects, batches, notices, now, openProject, newChat, whileFree }: ProjectCatalogDependencies,
  { act, nameOf }: Shared,
) {
  const restoreProject = (projectId: ProjectId) =>
    act(t('The project was not taken back'), () => projects.change(projectId, { deletedAt: null }));
  const leave = async (projectId: ProjectId) => {
    if (openProject() === projectId) await newChat();
  };
  return {
    restoreProject,
    deleteProject: (projectId) =>
      act(t('The project was not deleted'), async () => {
        await leave(projectId);
        if (!(await whileFree(projectId, () => projects.change(projectId, { deletedAt: now() })))) throw openElsewhere();
        notices.info(t('“{name}” was deleted. It can be taken back for 30 days.', { name: nameOf(projectId) }), {
          label: t('Undo'),
          run: () => void restoreProject(projectId),
        });
      }),
    deleteProjectNow: (projectId) =>
      act(t('The project was not deleted'), async () => {
        await leave(projectId);
        let freed = 0;
        const isDone = await whileFree(projectId, async () => {
          freed = await batches.deleteProject(projectId);
        });
        if (!isDone) throw openElsewhere();
        notices.info(t('“{name}” is gone for good; {size} are free.', { name: nameOf(projectId), size: sizeText(freed) }));
      }),
  } satisfies Partial<ProjectListActions>;
}

function createBeginnings(
  { batches, files, journal, ids, recorded, openProject, place, chatOf, openChat }: ProjectCatalogDependencies,
  { act, nameOf }: Shared,
) {
  const open = async (chatId: ChatId) => {
    if (!(await openChat(chatId))) throw new Error(t('It is in the list, but could not be opened'));
  };
  return {
    duplicateProject: (projectId) =>
      act(t('The project was not duplicated'), async () => {
        await recorded();
        const chatId = chatIdSchema.parse(ids.next());
        const title = `${nameOf(projectId)} (copy)`;
        const changed = (await files.list(projectId)).map(
          (file): JournalEvent => ({ type: 'file-changed', ...file, by: 'user', before: null, isInherited: true }),
        );
        await batches.appendAll(chatId, [{ type: 'chat-created', title, projectId: projectIdSchema.parse(ids.next()) }, ...changed]);
        await open(chatId);
      }),
    newChatIn: (projectId) =>
      act(t('The chat was not begun'), async () => {
        // This tab takes the project's lock before it writes: another tab may have the project open.
        const latest = chatOf(projectId);
        if (openProject() !== projectId && latest !== null) await open(latest);
        await recorded();
        const chatId = chatIdSchema.parse(ids.next());
        const at = place();
        await journal.append(chatId, { type: 'chat-created', title: NEW_CHAT, projectId, ...(at === null ? {} : { place: at }) });
        await open(chatId);
      }),
  } satisfies Partial<ProjectListActions>;
}

async function describe(projectId: ProjectId, files: ProjectFileStore): Promise<ProjectDescription> {
  const list = await files.list(projectId);
  const hashes = new Map(list.map(({ path, hash }) => [path, hash]));
  const facts = await recogniseProject({
    paths: [...hashes.keys()],
    async readText(path) {
      const hash = hashes.get(path);
      const content = hash === undefined ? null : await files.read(hash);
      return content === null ? null : new TextDecoder().decode(content);
    },
  });
  return { facts, files: list.length, bytes: list.reduce((sum, { size }) => sum + size, 0) };
}
