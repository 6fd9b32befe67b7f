import type { Hasher } from '../agent/ports.ts';
import type { AgentSession, BudgetName, TakenBack } from '../agent/session/agent-session.ts';
import { attachmentsOf } from '../agent/session/attachment-part.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import { openTemplate } from '../project/open-template.ts';
import type { ProjectFile, ProjectService } from '../project/project-service.ts';
import type { Attachment } from '../protocol/attachments/attachment.ts';
import { ownWords } from '../protocol/attachments/own-words.ts';
import { chatIdSchema } from '../protocol/ids.ts';
import { modeOf } from '../protocol/models/active-model.ts';
import type { QueuedWhen } from '../protocol/session-state.ts';
import { $returnedText } from '../stores/chat.ts';
import { $settings } from '../stores/settings.ts';
import type { NoticeService } from '../workbench/notice-service.ts';
import { approvalReceipts } from './approval-receipts.ts';
import type { ChatLock } from './chat-lock.ts';
import type { CurrentChat } from './current-chat.ts';
import { type ChatHit, searchChats } from './search-chats.ts';
import { parseSlashLine, type SlashLine } from './slash-commands/run-slash-line.ts';

/** What a user can do with chats. No method rejects: what fails becomes a notice. */
export interface ChatActions {
  /**
   * Sends, starts a chat when there is none; while the agent works it goes in after this step, or after this task. Slash commands are
   * handled here and never sent; nothing can be attached to them.
   */
  send(text: string, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<void>;
  /** A message as it is, also one that begins with `/`. */
  sendMessage(text: string, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<void>;
  /** Takes back a message that still waits: its text goes into the message box again. */
  withdraw(messageId: string): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** As `retry`, from where the answer that failed had come to. */
  continueAnswer(): Promise<void>;
  /** As `retry`, with another model for the rest of the task. */
  continueWith(modelId: string): Promise<void>;
  /** Puts what the user said last into the message box again. */
  rephrase(): void;
  grantIterations(count: number): Promise<void>;
  /** So much more of a budget for this run, in its unit. */
  grantBudget(budget: BudgetName, amount: number): Promise<void>;
  /** The chosen model answers again from the next step on. */
  switchBack(): Promise<void>;
  newChat(): Promise<void>;
  /** Puts a template's files into the open chat's project, if it is empty, or into a new chat's. */
  startFromTemplate(name: string): Promise<void>;
  /** A chat over these files; where one is open they go into its project. Whether all of them are there. */
  startWithFiles(title: string, files: readonly ProjectFile[]): Promise<boolean>;
  openChat(chatId: string): Promise<boolean>;
  /** The chats in which this was said. */
  searchChats(query: string): Promise<readonly ChatHit[]>;
  /** What the user was asked in the open chat and answered, as lines of JSON that show a change; null where no chat is open. */
  exportApprovals(): Promise<string | null>;
  renameChat(chatId: string, title: string): Promise<void>;
  deleteChat(chatId: string): Promise<void>;
}

export interface ChatServiceOptions {
  current: CurrentChat;
  journal: JournalStore;
  project: ProjectService;
  notices: NoticeService;
  hasher: Hasher;
  lock: ChatLock;
  /** Awaited before a session may ask a model: which models there are must be known. */
  prepare(): Promise<void>;
  /** What begins with `/`. */
  runSlashLine(line: SlashLine): Promise<void>;
}

export interface ChatService extends ChatActions {
  /** The open chat's session; a chat is begun where none is open. Rejects with why it cannot be. */
  openSession(title: string): Promise<AgentSession>;
}

const TITLE_LENGTH = 60;

export function createChatService(options: ChatServiceOptions): ChatService {
  const { current, journal, project, notices } = options;
  const startEmpty = () => notices.guard('A fresh project could not be started', () => project.open(null, []));
  const startChat = async (firstMessage: string): Promise<AgentSession> => {
    const chatId = project.claimChatId();
    await options.lock.take(chatId);
    await journal.append(chatId, { type: 'chat-created', title: titleOf(firstMessage) });
    await project.adopt(chatId);
    return current.enter(chatId, (await journal.load(chatId)).records);
  };

  const openSession = async (title: string) => {
    await options.prepare();
    return current.session() ?? (await startChat(title));
  };
  const sendMessage: ChatActions['sendMessage'] = async (text, when, attachments) => {
    await notices.guard('The message was not sent', async () => {
      const target = await openSession(text);
      await target.send(text, modeOf($settings.get()), when, attachments);
    });
  };
  const newChat = async () => {
    await current.leave();
    options.lock.release();
    await startEmpty();
  };
  const startFromTemplate = (name: string) =>
    openTemplate(name, {
      notices,
      project,
      enterChat: async (title) => void (await openSession(title)),
    });
  return {
    async send(text, when, attachments) {
      const line = parseSlashLine(text);
      if (line === null) await sendMessage(text, when, attachments);
      else await notices.guard(`/${line.name} failed`, () => options.runSlashLine(line));
    },
    sendMessage,
    openSession,
    ...sessionActions(options),
    newChat,
    startFromTemplate,
    async startWithFiles(title, files) {
      const done = await notices.guard('The files were not brought in', async () => {
        await openSession(title);
        await project.bringIn(files);
        return true;
      });
      return done ?? false;
    },
    async openChat(chatId) {
      if (current.session()?.chatId === chatId) return true;
      // It comes from the address: anybody can write one.
      const { data: id } = chatIdSchema.safeParse(chatId);
      if (id === undefined) return false;
      const loaded = await notices.guard('The chat could not be read', () => journal.load(id));
      if (!loaded || loaded.records.length === 0) return false;
      if (!(await options.lock.take(id))) {
        notices.error('This chat is open in another tab, which works on it. Close that tab, then reload this one.');
        return false;
      }
      await current.leave();
      if (loaded.damaged.length > 0) {
        notices.error(`${loaded.damaged.length} damaged entries of this chat were left out; the rest is intact.`);
      }
      await options.prepare();
      const runtimeIsReady = notices.guard('The project could not be opened', () => project.open(id, loaded.records));
      await current.enter(id, loaded.records);
      await runtimeIsReady;
      return true;
    },
    ...chatListActions(options, newChat),
  };
}

/** `newChat`: what is shown when the open chat is the one that is deleted. */
function chatListActions({ current, journal, notices, hasher }: ChatServiceOptions, newChat: () => Promise<unknown>) {
  return {
    searchChats: async (query) => (await notices.guard('The chats could not be searched', () => searchChats(journal, query))) ?? [],
    exportApprovals: () =>
      notices.guard('The approvals could not be exported', async () => {
        const chatId = current.session()?.chatId;
        return chatId === undefined ? null : await approvalReceipts((await journal.load(chatId)).records, hasher);
      }),
    async renameChat(chatId, title) {
      await notices.guard('The chat was not renamed', () => journal.append(chatIdSchema.parse(chatId), { type: 'chat-renamed', title }));
      if (current.session()?.chatId === chatId) current.rename(title);
      await current.refreshChats();
    },
    async deleteChat(chatId) {
      if (current.session()?.chatId === chatId) await newChat();
      await notices.guard('The chat was not deleted', () => journal.deleteChat(chatIdSchema.parse(chatId)));
      await current.refreshChats();
    },
  } satisfies Partial<ChatActions>;
}

/** What goes to the open session as it is. */
function sessionActions({ current, notices }: ChatServiceOptions) {
  return {
    stop: async () => current.session()?.stop(),
    retry: async () => current.session()?.retry(),
    continueAnswer: async () => current.session()?.continueAnswer(),
    continueWith: async (modelId) => current.session()?.continueWith(modelId),
    rephrase() {
      const state = current.session()?.state();
      const said = state?.messages.findLast(({ id, role }) => role === 'user' && !state.remarks.has(id));
      if (said !== undefined) giveBack({ text: ownWords(said), attachments: attachmentsOf(said) });
    },
    grantIterations: async (count) => current.session()?.grantIterations(count),
    grantBudget: async (budget, amount) => current.session()?.grantBudget(budget, amount),
    switchBack: async () => current.session()?.switchBack(),
    async withdraw(messageId) {
      const taken = (await current.session()?.withdraw(messageId)) ?? null;
      if (taken === null) notices.info('The message has already gone to the agent.');
      else giveBack(taken);
    },
  } satisfies Partial<ChatActions>;
}

function giveBack(taken: TakenBack): void {
  $returnedText.set({ ...taken, serial: ($returnedText.get()?.serial ?? 0) + 1 });
}

function titleOf(message: string): string {
  const line = message.trim().split('\n')[0] ?? '';
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line || 'Untitled';
}
