import type { SecretGuard } from '../agent/contract/ports.ts';
import { browserClock, browserHasher, browserIds } from '../browser/browser-ports.ts';
import { createChatService } from '../chat/chat-service.ts';
import type { ChatServiceOptions } from '../chat/chat-service-options.ts';
import { createCheckpointService } from '../chat/checkpoint-service.ts';
import { type CurrentChatOptions, createCurrentChat } from '../chat/current-chat.ts';
import { lastSeenChange } from '../chat/last-seen-change.ts';
import { createProjectLock } from '../chat/project-lock.ts';
import { createProjectTabs } from '../chat/tabs/project-tabs.ts';
import { createUserCommands, type UserCommandDependencies } from '../chat/user-commands.ts';
import { isMachineThere } from '../machines/machine-host.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { whileFree } from '../project/catalog/while-free.ts';
import { createSessionFileService } from '../session-file/session-file-service.ts';
import { TOOL_REGISTRY } from '../tools/index.ts';
import type { WorkbenchPorts } from './ports/workbench-ports.ts';
import type { OpenProject } from './start-project.ts';
import type { Stores } from './storage/open-storage.ts';

interface ChatParts {
  ports: Pick<WorkbenchPorts, 'locks' | 'openBroadcast' | 'schedule' | 'createLiveScheduler' | 'workOnSession' | 'page' | 'machines'>;
  stores: Stores;
  open: OpenProject;
  notices: NoticeService;
  contentsOf: CurrentChatOptions['contentsOf'];
  secrets: SecretGuard;
  createSession: CurrentChatOptions['createSession'];
  prepare: ChatServiceOptions['prepare'];
  runSlashLine: ChatServiceOptions['runSlashLine'];
  rules: UserCommandDependencies['rules'];
}

export type Chats = ReturnType<typeof startChats>;

/** The open chat, the tabs that share its project, and the user's actions in it. */
export function startChats({ ports, stores, open, notices, contentsOf, secrets, createSession, prepare, runSlashLine, rules }: ChatParts) {
  const { project, keeper, previews, problems, types, mirror, editor } = open;
  const { journal, files } = stores;
  const current = createCurrentChat({
    notices,
    journal,
    project,
    editor,
    createSession,
    contentsOf,
    clearRuntimeStores() {
      keeper.leave();
      previews.clear();
      types?.leave();
      problems.clear();
    },
    schedule: ports.schedule,
    scheduleLive: ports.createLiveScheduler(),
  });
  const tabs = createProjectTabs({
    tabId: stores.tabId,
    lock: createProjectLock(ports.locks),
    clock: browserClock,
    openBroadcast: ports.openBroadcast,
    journal,
    current,
    project,
    notices,
  });
  const chat = createChatService({
    current,
    journal,
    project,
    notices,
    tabs,
    keeper,
    secrets,
    hasher: browserHasher,
    ids: browserIds,
    whileFree: (projectId, work) => whileFree(ports.locks, projectId, work),
    prepare,
    isConnected: (place) => isMachineThere(place, ports.machines),
    lastSeenChange: (call) => lastSeenChange(call, { tools: TOOL_REGISTRY, workspace: project.workspace('user'), clock: browserClock }),
    runSlashLine,
  });
  ports.page.onHidden(keeper.flush);
  ports.page.onLeft(keeper.wouldLose);
  mirror.onRecord((event) => current.session()?.noteFile(event));
  const workspace = project.workspace('user');
  const checkpoints = createCheckpointService({
    journal,
    store: files,
    mirror,
    ids: browserIds,
    session: current.session,
    taskChanges: project.changes,
    workspace,
    notices,
    chat,
  });
  const userCommands = createUserCommands({
    notices,
    workspace,
    rules,
    openSession: chat.openSession,
    session: current.session,
    now: browserClock.now,
  });
  const sessions = createSessionFileService({
    openChatId: () => current.session()?.chatId ?? null,
    settled: project.settled,
    journal,
    store: files,
    ids: browserIds,
    notices,
    work: ports.workOnSession,
    onImported: current.refreshChats,
  });
  return { current, tabs, chat, checkpoints, userCommands, sessions };
}
