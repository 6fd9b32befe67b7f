import type { AgentSession } from '../agent/session/agent-session.ts';
import type { TakeUp } from '../agent/session/recovery.ts';
import type { OpenedChat } from '../project/opened-chat.ts';
import type { ProjectService } from '../project/project-service.ts';
import { type ChatId, chatIdSchema } from '../protocol/ids.ts';
import type { ChatServiceOptions } from './chat-service.ts';
import { titleOf } from './chat-title.ts';

type ChatOpeningOptions = Pick<ChatServiceOptions, 'current' | 'journal' | 'project' | 'notices' | 'tabs' | 'keeper' | 'ids' | 'prepare'>;

/** How a chat comes to be the one that this page works on: it is begun in the open project, or opened with its project. */
export function createChatOpening({ current, journal, project, notices, tabs, keeper, ids, prepare }: ChatOpeningOptions) {
  const startChat = async (firstMessage: string): Promise<AgentSession> => {
    const chatId = chatIdSchema.parse(ids.next());
    const projectId = project.projectId();
    await tabs.work(projectId);
    await journal.append(chatId, { type: 'chat-created', title: titleOf(firstMessage), projectId });
    // Of the chats that the project has had before.
    await journal.inheritFiles(chatId);
    const { records } = await journal.load(chatId);
    await project.adopt({ chatId, projectId }, records);
    const session = await current.enter(chatId, records);
    void keeper.enter(projectId, 'same');
    return session;
  };
  /** The records of a chat, with what other chats of its project did meanwhile; null: they could not be read. */
  const recordsOf = (id: ChatId) =>
    notices.guard('The chat could not be read', async () => {
      await project.recorded();
      await journal.inheritFiles(id);
      const { records, damaged } = await journal.load(id);
      if (damaged.length > 0) notices.error(`${damaged.length} damaged entries of this chat were left out; the rest is intact.`);
      return records;
    });
  const enterChat = async (opened: OpenedChat, { open, takeUp }: { open: ProjectService['open']; takeUp: TakeUp }): Promise<void> => {
    const records = await recordsOf(opened.chatId);
    if (records === null) return;
    await prepare();
    const runtimeIsReady = notices.guard('The project could not be opened', () => open(opened, records));
    await current.enter(opened.chatId, records, takeUp);
    // It may have come into being a moment ago, by a branch or in another tab.
    await current.refreshChats();
    void keeper.enter(opened.projectId, open === project.adopt ? 'same' : 'fresh');
    if (takeUp === 'cut-off') await runtimeIsReady;
  };
  const openChat = async (chatId: string): Promise<boolean> => {
    if (current.session()?.chatId === chatId) return true;
    // It comes from the address: anybody can write one.
    const { data: id } = chatIdSchema.safeParse(chatId);
    if (id === undefined) return false;
    const found = await notices.guard('The chat could not be read', async () => ({ projectId: await journal.projectOf(id) }));
    // It is here, or may be: what failed has been said.
    if (found === null) return true;
    const { projectId } = found;
    if (projectId === null) return false;
    await current.leave();
    const standing = await tabs.work(projectId);
    if (standing === 'refused') {
      await notices.guard('The chat could not be read', () => tabs.follow({ chatId: id, projectId }));
      return true;
    }
    // From one chat of a project to another what runs there stays.
    await enterChat(
      { chatId: id, projectId },
      { open: standing === 'kept' && project.projectId() === projectId ? project.adopt : project.open, takeUp: 'cut-off' },
    );
    return true;
  };
  tabs.onTakenOver(async (opened) => {
    current.putDown();
    // What this tab itself has let go of runs here still.
    const open = project.isFollowed() || project.projectId() !== opened.projectId ? project.open : project.adopt;
    await enterChat(opened, { open, takeUp: 'moved' });
  });
  return { startChat, openChat };
}
