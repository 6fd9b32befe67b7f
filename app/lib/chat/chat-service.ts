import type { AgentSession, BudgetName } from '../agent/contract/agent-session.ts';
import { attachmentsOf } from '../agent/conversation/attachment-part.ts';
import { t } from '../i18n/t.ts';
import { type ChatHit, searchChats } from '../persistence/search-chats.ts';
import { openElsewhere } from '../project/catalog/open-elsewhere.ts';
import { openTemplate } from '../project/open-template.ts';
import type { ProjectFile, ProjectLink } from '../project/project-service.ts';
import type { Attachment } from '../protocol/attachments/attachment.ts';
import { ownWords } from '../protocol/attachments/own-words.ts';
import { type ChatId, chatIdSchema } from '../protocol/ids.ts';
import { modeOf } from '../protocol/models/active-model.ts';
import type { QueuedWhen } from '../protocol/session-state.ts';
import { $settings } from '../stores/settings.ts';
import { approvalReceipts } from './approval-receipts.ts';
import { createChatOpening } from './chat-opening.ts';
import type { ChatServiceOptions } from './chat-service-options.ts';
import { putInMessageBox } from './put-in-message-box.ts';
import { singleFlight } from './single-flight.ts';
import { parseSlashLine } from './slash-commands/parse-slash-line.ts';

/** The user's actions on chats. No method rejects: a failure becomes a notice. */
export interface ChatActions {
  /**
   * Sends a message, and starts a chat if none is open. While the agent works, the message waits for the end of the step or of
   * the task. Slash commands are handled here and never sent; they take no attachments.
   */
  send(text: string, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<void>;
  /** Sends the message unchanged, even if it begins with `/`. */
  sendMessage(text: string, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<void>;
  /** Sends text from a program or a page: unlike the user's own text, values of secret files are masked in it. */
  sendReport(text: string): Promise<void>;
  /** Puts such text into the message box, masked in the same way. */
  quote(text: string): Promise<void>;
  /** Withdraws a waiting message: its text returns to the message box. */
  withdraw(messageId: string): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** Like `retry`, but continues the failed answer where it ended. */
  continueAnswer(): Promise<void>;
  /** Like `retry`, but with another model for the rest of the task. */
  continueWith(modelId: string): Promise<void>;
  /** Puts the user's last message into the message box again. */
  rephrase(): void;
  grantIterations(count: number): Promise<void>;
  /** Adds the amount to this run's budget, in the budget's unit. */
  grantBudget(budget: BudgetName, amount: number): Promise<void>;
  /** Uses the chosen model again from the next step on. */
  switchBack(): Promise<void>;
  newChat(): Promise<void>;
  /** Adds a template's files to the open chat's project if it is empty, otherwise to a new chat's project. */
  startFromTemplate(name: string): Promise<void>;
  /** Starts a chat with these files, or adds them to the open chat's project. Returns whether all files were written. */
  startWithFiles(title: string, files: readonly (ProjectFile | ProjectLink)[]): Promise<boolean>;
  /** Returns false if the chat is not in this browser. If another tab works on its project, the chat follows that tab. */
  openChat(chatId: string): Promise<boolean>;
  /** Finds the chats that contain the text. */
  searchChats(query: string): Promise<readonly ChatHit[]>;
  /** The open chat's approvals as lines of JSON with hashes; null if no chat is open. */
  exportApprovals(): Promise<string | null>;
  renameChat(chatId: string, title: string): Promise<void>;
  deleteChat(chatId: string): Promise<void>;
}

export interface ChatService extends ChatActions {
  /** The open chat's session; starts a chat if none is open. Rejects with the reason if that fails. */
  openSession(title: string): Promise<AgentSession>;
  /**
   * Like `sendMessage`, for a message that is stored elsewhere until it is sent; resolves with whether it was accepted. Nothing is put into
   * the message box.
   */
  sendKept(text: string, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<boolean>;
  /** Returns a function that masks the values of secret files. It is used for text from files and programs, not for what the user typed. */
  withoutSecrets(): Promise<(text: string) => string>;
}

export function createChatService(options: ChatServiceOptions): ChatService {
  const { current, journal, project, notices } = options;
  const startEmpty = () => notices.guard(t('A fresh project could not be started'), () => project.open(null, []));
  const { startChat, openChat, leaveChat, isSettled } = createChatOpening(options);
  const openSession = async (title: string) => {
    await options.prepare();
    // A message sent while a chat is being opened or left belongs to the next chat.
    await isSettled();
    return current.session() ?? (await startChat(title));
  };
  const sendKept: ChatService['sendKept'] = async (text, when, attachments) => {
    const isKept = await notices.guard(t('The message was not sent'), async () => {
      // While records wait for storage space, the message would wait behind them, invisible to the user.
      if (journal.isFull()) await journal.appendWaiting();
      const target = await openSession(text);
      const isTaken = await target.send(text, modeOf($settings.get()), when, attachments);
      // If a session is at rest, it reports the reason itself.
      if (!isTaken && target.state().notice?.type !== 'error') throw new Error(t('It could not be kept. Send it again'));
      return isTaken;
    });
    return isKept === true;
  };
  const withoutSecrets: ChatService['withoutSecrets'] = async () => {
    const mask = await options.secrets.masker();
    return (text) => mask(text, []);
  };
  /** The start that is in progress: a second click joins it. */
  const beginning = new Set<string>();
  const sendMessage: ChatActions['sendMessage'] = async (text, when, attachments) => {
    if (current.session() === null) {
      if (beginning.has(text)) return;
      beginning.add(text);
    }
    const isKept = await sendKept(text, when, attachments).finally(() => beginning.delete(text));
    // So that no typed text is lost, it returns to the message box.
    if (!isKept) putInMessageBox({ text, attachments: attachments ?? [] });
  };
  const newChat = async () => {
    await leaveChat();
    await startEmpty();
  };
  const startFromTemplate = singleFlight((name: string) =>
    openTemplate(name, {
      notices,
      project,
      enterChat: async (title) => void (await openSession(title)),
    }),
  );
  return {
    async send(text, when, attachments) {
      const line = parseSlashLine(text);
      if (line === null) await sendMessage(text, when, attachments);
      else await notices.guard(t('/{name} failed', { name: line.name }), () => options.runSlashLine(line));
    },
    sendMessage,
    sendReport: async (text) => sendMessage((await withoutSecrets())(text)),
    quote: async (text) => putInMessageBox({ text: (await withoutSecrets())(text), attachments: [] }),
    withoutSecrets,
    sendKept,
    openSession,
    ...sessionActions(options),
    newChat,
    startFromTemplate,
    async startWithFiles(title, files) {
      const done = await notices.guard(t('The files were not brought in'), async () => {
        await openSession(title);
        await project.bringIn(files);
        return true;
      });
      return done ?? false;
    },
    openChat,
    ...chatListActions(options, newChat),
  };
}

/** `newChat`: shown after the open chat was deleted. */
function chatListActions({ current, journal, notices, hasher, ...options }: ChatServiceOptions, newChat: () => Promise<unknown>) {
  /** A tab that works on the chat would write into it after its deletion. */
  const remove = async (chatId: ChatId) => {
    const projectId = await journal.projectOf(chatId);
    const isOwn = current.session() !== null && options.project.projectId() === projectId;
    if (projectId === null || isOwn) return journal.deleteChat(chatId);
    if (!(await options.whileFree(projectId, () => journal.deleteChat(chatId)))) throw openElsewhere();
  };
  return {
    searchChats: async (query) => (await notices.guard(t('The chats could not be searched'), () => searchChats(journal, query))) ?? [],
    exportApprovals: () =>
      notices.guard(t('The approvals could not be exported'), async () => {
        const chatId = current.session()?.chatId;
        return chatId === undefined ? null : await approvalReceipts((await journal.load(chatId)).records, hasher);
      }),
    async renameChat(chatId, title) {
      await notices.guard(t('The chat was not renamed'), () => journal.append(chatIdSchema.parse(chatId), { type: 'chat-renamed', title }));
      if (current.session()?.chatId === chatId) current.rename(title);
      await current.refreshChats();
    },
    async deleteChat(chatId) {
      if (current.session()?.chatId === chatId) await newChat();
      await notices.guard(t('The chat was not deleted'), () => remove(chatIdSchema.parse(chatId)));
      await current.refreshChats();
    },
  } satisfies Partial<ChatActions>;
}

/** Actions that are passed to the open session unchanged. */
function sessionActions({ current, notices }: ChatServiceOptions) {
  return {
    stop: async () => current.session()?.stop(),
    retry: async () => current.session()?.retry(),
    continueAnswer: async () => current.session()?.continueAnswer(),
    continueWith: async (modelId) => current.session()?.continueWith(modelId),
    rephrase() {
      const state = current.session()?.state();
      const said = state?.messages.findLast(({ id, role }) => role === 'user' && !state.remarks.has(id));
      if (said !== undefined) putInMessageBox({ text: ownWords(said), attachments: attachmentsOf(said) });
    },
    grantIterations: async (count) => current.session()?.grantIterations(count),
    grantBudget: async (budget, amount) => current.session()?.grantBudget(budget, amount),
    switchBack: async () => current.session()?.switchBack(),
    async withdraw(messageId) {
      const taken = (await current.session()?.withdraw(messageId)) ?? null;
      if (taken === null) notices.info(t('The message has already gone to the agent.'));
      else putInMessageBox(taken);
    },
  } satisfies Partial<ChatActions>;
}
