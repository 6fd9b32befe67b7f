import type { AgentSession } from '../../agent/contract/agent-session.ts';
import type { PastEvent } from '../../agent/contract/past-event.ts';
import type { IdSource } from '../../agent/contract/ports.ts';
import { attachmentsOf } from '../../agent/conversation/attachment-part.ts';
import { wakeEvent } from '../../agent/conversation/machine.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { JournalStore } from '../../persistence/journal-store.ts';
import type { ProjectFileStore } from '../../persistence/project-file-store.ts';
import type { ProjectMirror } from '../../project/project-mirror.ts';
import type { Attachment } from '../../protocol/attachments/attachment.ts';
import { ownWords } from '../../protocol/attachments/own-words.ts';
import { type ChatId, chatIdSchema, projectIdSchema } from '../../protocol/ids.ts';
import type { JournalRecord } from '../../protocol/journal-event.ts';
import type { ChatMessage } from '../../protocol/message.ts';
import type { Workspace } from '../../runtime/types.ts';
import { $editedMessage } from '../../stores/past.ts';
import type { ChatService } from '../chat-service.ts';
import { putInMessageBox } from '../put-in-message-box.ts';
import { applyVersions } from './apply-versions.ts';
import { branchRecords } from './branch-records.ts';
import { differencesTo } from './differences.ts';
import { type MessagePlace, placeOfMessage } from './place-of-message.ts';
import type { ProjectPast } from './project-past.ts';
import { ATTACHMENTS, OTHER_VERSION } from './shown-label.ts';
import type { PastSession } from './undo-service.ts';

/** The user's actions on earlier parts of the conversation. */
export interface VersionActions {
  /** Puts a sent message into the message box to be edited. */
  editMessage(messageId: string): void;
  /** Cancels editing; the message stays as it is. */
  cancelEdit(): void;
  /**
   * Restores the conversation and the files to the state before that message, stops running work and sends this text instead;
   * false if nothing was sent. The replaced part is kept as a version.
   */
  resend(messageId: string, text: string, attachments?: readonly Attachment[]): Promise<boolean>;
  /** Sends the same message again for another answer. */
  repeatMessage(messageId: string): Promise<boolean>;
  /** Switches to a kept version, with the files as they were then; the current one is kept as a version. */
  showVersion(versionId: string): Promise<void>;
  /** Creates a new chat in a new project with a copy of everything before that message; the message's text goes into the message box. */
  branchChat(messageId: string): Promise<void>;
}

export interface VersionServiceOptions {
  session(): (PastSession & Pick<AgentSession, 'noteFile'>) | null;
  journal: Pick<JournalStore, 'load' | 'append' | 'importChat'>;
  chat: Pick<ChatService, 'sendMessage' | 'openChat'>;
  store: Pick<ProjectFileStore, 'read'>;
  mirror: Pick<ProjectMirror, 'files' | 'settled'>;
  workspace: Workspace;
  notices: NoticeService;
  ids: IdSource;
  past(chatId: ChatId): Promise<ProjectPast>;
  inTurn(what: string, work: (session: PastSession) => Promise<void>): Promise<void>;
}

const notIn = () => t('There is no such message in this conversation.');

/** Versions of the conversation. Each is kept in full in the journal, which also has the file versions, so files are restored with it. */
export function createVersionService(options: VersionServiceOptions): VersionActions {
  const { journal, chat, notices, ids, past, inTurn } = options;
  let serial = 0;
  const recordsOf = async (chatId: ChatId) => {
    await options.mirror.settled();
    return (await journal.load(chatId)).records;
  };
  const append = async (chatId: ChatId, event: PastEvent) => {
    await journal.append(chatId, event);
    options.session()?.noteFile(event);
  };
  /** The conversation first, then the files: if this is interrupted in between, switching to the kept version restores both. */
  const goTo = async (of: PastSession, event: PastEvent, sequence: number, label: string) => {
    const differences = await differencesTo(await past(of.chatId), sequence, options);
    await append(of.chatId, event);
    if (differences.length === 0) return;
    await append(of.chatId, { type: 'checkpoint-restored', sequence, label });
    const problem = await applyVersions(differences, options.workspace, options.mirror.files());
    if (problem !== null)
      throw new Error(t('{problem} Show the other version of the conversation to have the files as they were with it.', { problem }));
  };

  const service: VersionActions = {
    editMessage(messageId) {
      const session = options.session();
      const message = session?.state().messages.find(({ id }) => id === messageId);
      if (session === null || message === undefined) return;
      serial++;
      $editedMessage.set({ serial, chatId: session.chatId, messageId, ...wordsOf(message) });
    },
    cancelEdit: () => $editedMessage.set(null),
    async resend(messageId, text, attachments = []) {
      let isBack = false;
      await inTurn(t('The message was not sent again'), async (of) => {
        await stop(of);
        const message = of.state().messages.find(({ id }) => id === messageId);
        const place = placeOfMessage(await recordsOf(of.chatId), messageId);
        if (message === undefined || place === null) throw new Error(notIn());
        await goTo(of, { type: 'conversation-rewound', versionId: ids.next(), messageId }, place.sequence, labelOf(message));
        $editedMessage.set(null);
        isBack = true;
      });
      if (isBack) await chat.sendMessage(text, undefined, attachments);
      return isBack;
    },
    async repeatMessage(messageId) {
      const message = options
        .session()
        ?.state()
        .messages.find(({ id }) => id === messageId);
      if (message === undefined) return false;
      const { text, attachments } = wordsOf(message);
      return service.resend(messageId, text, attachments);
    },
    showVersion: (versionId) =>
      inTurn(t('The earlier version is not shown'), async (of) => {
        await stop(of);
        const putAway = (await recordsOf(of.chatId)).findLast((record) => keepsVersion(record, versionId));
        if (putAway === undefined) throw new Error(t('There is no such version in this chat.'));
        await goTo(of, { type: 'version-shown', versionId, keptAs: ids.next() }, putAway.sequence, OTHER_VERSION);
        notices.info(t('The conversation and the files are as they were. The version that you had is kept too.'));
      }),
    branchChat: branching(options, recordsOf),
  };
  return service;
}

/** Branches the open chat before a message. */
function branching(
  { journal, chat, notices, ids, inTurn }: VersionServiceOptions,
  recordsOf: (chatId: ChatId) => Promise<readonly JournalRecord[]>,
): VersionActions['branchChat'] {
  const importBranch = (of: PastSession, to: ChatId, records: readonly JournalRecord[], place: MessagePlace, messageId: string) => {
    const projectId = projectIdSchema.parse(ids.next());
    const title = `${of.state().title} (branch)`;
    return journal.importChat(
      to,
      branchRecords(records, place, { from: of.chatId, to, projectId, messageId, title }),
      new Map(),
      of.chatId,
    );
  };
  const follow = async (opened: { chatId: ChatId; message: ChatMessage } | null) => {
    if (opened === null || !(await chat.openChat(opened.chatId))) return;
    putInMessageBox(wordsOf(opened.message));
    notices.info(t('This is a chat of its own now, in a project of its own, with the files as they were before that message.'));
  };
  return async (messageId: string) => {
    let opened: { chatId: ChatId; message: ChatMessage } | null = null;
    await inTurn(t('The chat was not branched'), async (of) => {
      const records = await recordsOf(of.chatId);
      const message = of.state().messages.find(({ id }) => id === messageId);
      const place = placeOfMessage(records, messageId);
      if (message === undefined || place === null) throw new Error(notIn());
      const to = chatIdSchema.parse(ids.next());
      await importBranch(of, to, records, place, messageId);
      opened = { chatId: to, message };
    });
    await follow(opened);
  };
}

function wordsOf(message: ChatMessage) {
  return { text: ownWords(message), attachments: attachmentsOf(message) };
}

function labelOf(message: ChatMessage): string {
  return ownWords(message).trim().split('\n', 1)[0]?.slice(0, 120) || ATTACHMENTS;
}

function keepsVersion({ event }: JournalRecord, versionId: string): boolean {
  return (
    (event.type === 'conversation-rewound' && event.versionId === versionId) ||
    (event.type === 'version-shown' && event.keptAs === versionId)
  );
}

async function stop(of: PastSession): Promise<void> {
  if (wakeEvent(of.state().status) === null) await of.stop();
}
