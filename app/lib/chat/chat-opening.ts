import type { AgentSession } from '../agent/contract/agent-session.ts';
import type { ConversationState } from '../agent/contract/conversation-state.ts';
import type { ResumeCause } from '../agent/contract/resume-cause.ts';
import { plural } from '../i18n/plural.ts';
import { t } from '../i18n/t.ts';
import { awayText } from '../machines/away-text.ts';
import type { OpenedChat } from '../project/opened-chat.ts';
import { placeOf } from '../project/project-identity.ts';
import type { ProjectService } from '../project/project-service.ts';
import { isStorageFull } from '../protocol/error-message.ts';
import { type ApprovalId, type ChatId, chatIdSchema } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import type { Place } from '../protocol/machines/place.ts';
import { titleOf } from '../protocol/texts/chat-title.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import { $awayPlace } from '../stores/other-tab.ts';
import type { ChatServiceOptions } from './chat-service-options.ts';
import { singleFlight } from './single-flight.ts';
import { createFollowedSession, type FollowedSession } from './tabs/followed-session.ts';

type ChatOpeningOptions = Pick<
  ChatServiceOptions,
  'current' | 'journal' | 'project' | 'notices' | 'tabs' | 'keeper' | 'ids' | 'prepare' | 'isConnected' | 'lastSeenChange'
>;

/** The promise is wrapped in an object, so that awaiting the outer result does not also await it. */
interface Entered {
  /** Whether the chat is, or may be, in this browser. */
  isHere: boolean;
  /** Resolves when the chat's project is open. */
  isReady: Promise<unknown>;
}

const ENTERED: Entered = { isHere: true, isReady: Promise.resolve() };
const NOT_HERE: Entered = { isHere: false, isReady: Promise.resolve() };

/** Tracks running changes of the open chat. */
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

/** Opens chats: starts one in the open project, or opens an existing one with its project. */
export function createChatOpening(options: ChatOpeningOptions) {
  const { current, journal, project, notices, tabs, keeper, ids, prepare, isConnected } = options;
  const changing = new OpenChanges();
  const beginChat = async (firstMessage: string): Promise<AgentSession> => {
    const chatId = chatIdSchema.parse(ids.next());
    const projectId = project.projectId();
    await tabs.work(projectId);
    await journal.append(chatId, createdIn(project, titleOf(firstMessage)));
    // The file records of the project's earlier chats.
    await journal.inheritFiles(chatId);
    const { records } = await journal.load(chatId);
    await project.adopt({ chatId, projectId }, records);
    const session = await current.enter(chatId, records);
    void keeper.enter(projectId, 'same');
    return session;
  };
  const startChat = singleFlight((firstMessage: string) => changing.track(beginChat(firstMessage)));
  const enterChat = async (opened: OpenedChat, { open, cause }: { open: ProjectService['open']; cause: ResumeCause }): Promise<Entered> => {
    const records = await recordsOf(opened.chatId, options);
    if (records === null) return ENTERED;
    const place = placeOf(records);
    if (place !== null && open === project.open && !(await isConnected(place))) {
      await showAway({ opened, records, place }, options);
      return ENTERED;
    }
    $awayPlace.set(null);
    await prepare();
    const runtimeIsReady = notices.guard(t('The project could not be opened'), () => open(opened, records));
    await current.enter(opened.chatId, records, cause);
    // The chat may have just been created, by a branch or in another tab.
    await current.refreshChats();
    void keeper.enter(opened.projectId, open === project.adopt ? 'same' : 'fresh');
    return { isHere: true, isReady: cause === 'cut-off' ? runtimeIsReady : ENTERED.isReady };
  };
  const enterById = async (chatId: string): Promise<Entered> => {
    if (current.session()?.chatId === chatId && $awayPlace.get() === null) return ENTERED;
    // The id comes from the address bar, so it is untrusted.
    const { data: id } = chatIdSchema.safeParse(chatId);
    if (id === undefined) return NOT_HERE;
    const found = await notices.guard(t('The chat could not be read'), async () => ({ projectId: await journal.projectOf(id) }));
    // The chat exists or may exist: the error has already been shown.
    if (found === null) return ENTERED;
    const { projectId } = found;
    if (projectId === null) return NOT_HERE;
    // A chat that was only read stays in view until it is open: without a chat the page would leave its address.
    if (current.session()?.chatId === id) current.detach();
    else await current.leave();
    const standing = await notices.guard(t('The chat could not be read'), () => tabs.work(projectId));
    if (standing === null) return ENTERED;
    if (standing === 'refused') {
      await notices.guard(t('The chat could not be read'), () => tabs.follow({ chatId: id, projectId }));
      return ENTERED;
    }
    // When the user switches between chats of one project, its programs keep running; one that was only read has none.
    const isRunning = standing === 'kept' && project.projectId() === projectId && !project.isFollowed();
    return enterChat({ chatId: id, projectId }, { open: isRunning ? project.adopt : project.open, cause: 'cut-off' });
  };
  const openChat = async (chatId: string): Promise<boolean> => {
    const { isHere, isReady } = await changing.track(enterById(chatId));
    await isReady;
    return isHere;
  };
  /** Leaves the open chat; the page may then start another. */
  const leave = async () => {
    await current.leave();
    $awayPlace.set(null);
    tabs.leave();
  };
  const leaveChat = () => changing.track(leave());
  tabs.onTakenOver(async (opened) => {
    current.detach();
    // After this tab itself has released a project, its programs still run here.
    const open = project.isFollowed() || project.projectId() !== opened.projectId ? project.open : project.adopt;
    await changing.track(enterChat(opened, { open, cause: 'moved' }));
  });
  return { startChat, openChat, leaveChat, isSettled: () => changing.settled() };
}

/** The records of a chat, including what other chats of its project have done since; null if they could not be read. */
function recordsOf(id: ChatId, { notices, project, journal }: ChatOpeningOptions): Promise<readonly JournalRecord[] | null> {
  return notices.guard(t('The chat could not be read'), async () => {
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
}

/** Shows a chat whose machine does not answer: it can be read, and its open questions stay open. */
async function showAway(
  { opened, records, place }: { opened: OpenedChat; records: readonly JournalRecord[]; place: Place },
  { current, project, notices, lastSeenChange }: ChatOpeningOptions,
): Promise<void> {
  let isRead: Promise<unknown> = Promise.resolve();
  const session: FollowedSession = createFollowedSession({
    chatId: opened.chatId,
    records,
    async proposedChange(approvalId) {
      await isRead;
      const call = askingCall(session.state(), approvalId);
      return call === undefined ? null : lastSeenChange(call);
    },
    onRefused: () => notices.info(awayText(place)),
  });
  $awayPlace.set(place);
  current.follow(session, records);
  isRead = notices.guard(t('The project could not be read'), () => project.follow(opened, records, awayText(place), 'away'));
  await isRead;
}

/** The call of the agent, or of a sub-agent, that asks this question. */
function askingCall({ toolCalls, delegates }: ConversationState, approvalId: ApprovalId): ToolCall | undefined {
  const all = [toolCalls, ...[...delegates.values()].map((delegate) => delegate.toolCalls)].flatMap((calls) => [...calls.values()]);
  return all.find((call) => call.status === 'awaiting_approval' && call.approval.approvalId === approvalId);
}

/** The first record of another chat of the open project. */
function createdIn(project: Pick<ProjectService, 'projectId' | 'place'>, title: string): JournalEvent {
  const place = project.place();
  return { type: 'chat-created', title, projectId: project.projectId(), ...(place === null ? {} : { place }) };
}

/** If storage is full, the existing records are still read; those of other chats are added the next time. */
async function inheritFiles(chatId: ChatId, journal: ChatOpeningOptions['journal']): Promise<void> {
  await journal.inheritFiles(chatId).catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
  });
}
