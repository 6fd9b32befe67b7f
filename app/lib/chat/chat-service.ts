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

/** What a user can do with chats. No method rejects: what fails becomes a notice. */
export interface ChatActions {
  /**
   * Sends, starts a chat when there is none; while the agent works it goes in after this step, or after this task. Slash commands are
   * handled here and never sent; nothing can be attached to them.
   */
  send(text: string, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<void>;
  /** A message as it is, also one that begins with `/`. */
  sendMessage(text: string, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<void>;
  /** Sends words of a program or a page: unlike the user's own they go without the values of secret files. */
  sendReport(text: string): Promise<void>;
  /** Puts such words into the message box, as they would be sent. */
  quote(text: string): Promise<void>;
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
  startWithFiles(title: string, files: readonly (ProjectFile | ProjectLink)[]): Promise<boolean>;
  /** False: there is no such chat in this browser. Where another tab works on its project, it is shown as it is there. */
  openChat(chatId: string): Promise<boolean>;
  /** The chats in which this was said. */
  searchChats(query: string): Promise<readonly ChatHit[]>;
  /** What the user was asked in the open chat and answered, as lines of JSON that show a change; null where no chat is open. */
  exportApprovals(): Promise<string | null>;
  renameChat(chatId: string, title: string): Promise<void>;
  deleteChat(chatId: string): Promise<void>;
}

export interface ChatService extends ChatActions {
  /** The open chat's session; a chat is begun where none is open. Rejects with why it cannot be. */
  openSession(title: string): Promise<AgentSession>;
  /** As `sendMessage`, of what is kept elsewhere until it is sent: whether it has been taken. Nothing goes into the message box. */
  sendKept(text: string, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<boolean>;
  /** Masks the values of secret files, for the words of files and programs in a message: what the user typed stays as it is. */
  withoutSecrets(): Promise<(text: string) => string>;
}

export function createChatService(options: ChatServiceOptions): ChatService {
  const { current, journal, project, notices } = options;
  const startEmpty = () => notices.guard(t('A fresh project could not be started'), () => project.open(null, []));
  const { startChat, openChat, leaveChat, isSettled } = createChatOpening(options);
  const openSession = async (title: string) => {
    await options.prepare();
    // Who is quick sends while the chat of the address is being opened, or another is being left: it is for the one that comes.
    await isSettled();
    return current.session() ?? (await startChat(title));
  };
  const sendKept: ChatService['sendKept'] = async (text, when, attachments) => {
    const isKept = await notices.guard(t('The message was not sent'), async () => {
      // Behind what waits for room it would wait where nobody sees it.
      if (journal.isFull()) await journal.appendWaiting();
      const target = await openSession(text);
      const isTaken = await target.send(text, modeOf($settings.get()), when, attachments);
      // A session at rest says why itself.
      if (!isTaken && target.state().notice?.type !== 'error') throw new Error(t('It could not be kept. Send it again'));
      return isTaken;
    });
    return isKept === true;
  };
  const withoutSecrets: ChatService['withoutSecrets'] = async () => {
    const mask = await options.secrets.masker();
    return (text) => mask(text, []);
  };
  /** The start that is under way: a second press joins it. */
  const beginning = new Set<string>();
  const sendMessage: ChatActions['sendMessage'] = async (text, when, attachments) => {
    if (current.session() === null) {
      if (beginning.has(text)) return;
      beginning.add(text);
    }
    const isKept = await sendKept(text, when, attachments).finally(() => beginning.delete(text));
    // No typed word is lost: it goes into the message box again.
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

/** `newChat`: what is shown when the open chat is the one that is deleted. */
function chatListActions({ current, journal, notices, hasher, ...options }: ChatServiceOptions, newChat: () => Promise<unknown>) {
  /** A tab that works on it would write into a chat that is gone. */
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
