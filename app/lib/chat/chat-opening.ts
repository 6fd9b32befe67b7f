import type { AgentSession } from '../agent/contract/agent-session.ts';
import type { ResumeCause } from '../agent/contract/resume-cause.ts';
import { plural } from '../i18n/plural.ts';
import { t } from '../i18n/t.ts';
import type { OpenedChat } from '../project/opened-chat.ts';
import type { ProjectService } from '../project/project-service.ts';
import { isStorageFull } from '../protocol/error-message.ts';
import { type ChatId, chatIdSchema } from '../protocol/ids.ts';
import { titleOf } from '../protocol/texts/chat-title.ts';
import type { ChatServiceOptions } from './chat-service-options.ts';
import { singleFlight } from './single-flight.ts';

type ChatOpeningOptions = Pick<ChatServiceOptions, 'current' | 'journal' | 'project' | 'notices' | 'tabs' | 'keeper' | 'ids' | 'prepare'>;

/** A promise is in an object where waiting for the one must not be waiting for the other. */
interface Entered {
  /** Whether the chat is in this browser, or may be. */
  isHere: boolean;
  /** Its project is open. */
  isReady: Promise<unknown>;
}

const ENTERED: Entered = { isHere: true, isReady: Promise.resolve() };
const NOT_HERE: Entered = { isHere: false, isReady: Promise.resolve() };

/** What changes which chat is open, while it does. */
class OpenChanges {
  readonly #changes = new Set<Promise<unknown>>();

  track<Result>(change: Promise<Result>): Promise<Result> {
    this.#changes.add(change);
    const end = () => this.#changes.delete(change);
    change.then(end, end);
    return change;
  }

  async settled(): Promise<void> {
    while (this.#changes.size > 0) await Promise.allSettled(this.#changes);
  }
}

/** How a chat comes to be the one that this page works on: it is begun in the open project, or opened with its project. */
export function createChatOpening({ current, journal, project, notices, tabs, keeper, ids, prepare }: ChatOpeningOptions) {
  const changing = new OpenChanges();
  const beginChat = async (firstMessage: string): Promise<AgentSession> => {
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
  const startChat = singleFlight((firstMessage: string) => changing.track(beginChat(firstMessage)));
  /** The records of a chat, with what other chats of its project did meanwhile; null: they could not be read. */
  const recordsOf = (id: ChatId) =>
    notices.guard(t('The chat could not be read'), async () => {
      await project.recorded();
      await inheritFiles(id, journal);
      const { records, damaged } = await journal.load(id);
      if (damaged.length > 0)
        notices.error(
          plural(damaged.length, {
            one: '{count} damaged entry of this chat was left out; the rest is intact.',
            other: '{count} damaged entries of this chat were left out; the rest is intact.',
          }),
        );
      return records;
    });
  const enterChat = async (opened: OpenedChat, { open, cause }: { open: ProjectService['open']; cause: ResumeCause }): Promise<Entered> => {
    const records = await recordsOf(opened.chatId);
    if (records === null) return ENTERED;
    await prepare();
    const runtimeIsReady = notices.guard(t('The project could not be opened'), () => open(opened, records));
    await current.enter(opened.chatId, records, cause);
    // It may have come into being a moment ago, by a branch or in another tab.
    await current.refreshChats();
    void keeper.enter(opened.projectId, open === project.adopt ? 'same' : 'fresh');
    return { isHere: true, isReady: cause === 'cut-off' ? runtimeIsReady : ENTERED.isReady };
  };
  const enterById = async (chatId: string): Promise<Entered> => {
    if (current.session()?.chatId === chatId) return ENTERED;
    // It comes from the address: anybody can write one.
    const { data: id } = chatIdSchema.safeParse(chatId);
    if (id === undefined) return NOT_HERE;
    const found = await notices.guard(t('The chat could not be read'), async () => ({ projectId: await journal.projectOf(id) }));
    // It is here, or may be: what failed has been said.
    if (found === null) return ENTERED;
    const { projectId } = found;
    if (projectId === null) return NOT_HERE;
    await current.leave();
    const standing = await notices.guard(t('The chat could not be read'), () => tabs.work(projectId));
    if (standing === null) return ENTERED;
    if (standing === 'refused') {
      await notices.guard(t('The chat could not be read'), () => tabs.follow({ chatId: id, projectId }));
      return ENTERED;
    }
    // From one chat of a project to another what runs there stays.
    return enterChat(
      { chatId: id, projectId },
      { open: standing === 'kept' && project.projectId() === projectId ? project.adopt : project.open, cause: 'cut-off' },
    );
  };
  const openChat = async (chatId: string): Promise<boolean> => {
    const { isHere, isReady } = await changing.track(enterById(chatId));
    await isReady;
    return isHere;
  };
  /** After it no chat is open; the page may begin one. */
  const leaveChat = () => changing.track(current.leave().then(() => tabs.leave()));
  tabs.onTakenOver(async (opened) => {
    current.detach();
    // What this tab itself has let go of runs here still.
    const open = project.isFollowed() || project.projectId() !== opened.projectId ? project.open : project.adopt;
    await changing.track(enterChat(opened, { open, cause: 'moved' }));
  });
  return { startChat, openChat, leaveChat, isSettled: () => changing.settled() };
}

/** Without room what is kept is read all the same; what other chats did is noted the next time. */
async function inheritFiles(chatId: ChatId, journal: ChatOpeningOptions['journal']): Promise<void> {
  await journal.inheritFiles(chatId).catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
  });
}
