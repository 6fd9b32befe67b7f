import type { AgentSession, SessionEvent } from '../agent/contract/agent-session.ts';
import type { ConversationState } from '../agent/contract/conversation-state.ts';
import type { Journal } from '../agent/contract/ports.ts';
import type { ResumeCause } from '../agent/contract/resume-cause.ts';
import { taskCalls } from '../agent/conversation/session-facts.ts';
import { workReport } from '../agent/conversation/work-report.ts';
import type { FrameScheduler } from '../frames/frame-scheduler.ts';
import { plural } from '../i18n/plural.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import { ProjectTakenError } from '../persistence/project-taken-error.ts';
import type { EditorService } from '../project/editor-service.ts';
import type { ProjectService } from '../project/project-service.ts';
import type { ChatId } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import type { AgentStatus } from '../protocol/session-state.ts';
import { NEW_CHAT, titleFrom } from '../protocol/texts/chat-title.ts';
import type { ApprovalRequest } from '../protocol/tool-call.ts';
import { withoutEscapeCodes } from '../runtime/terminal-text.ts';
import type { InputWanted } from '../runtime/types.ts';
import {
  $chat,
  $chats,
  $liveOutput,
  $requestWait,
  $silence,
  INITIAL_CHAT_STATE,
  type LivePart,
  type MessageMeta,
  type WorkReport,
} from '../stores/chat.ts';
import { $compaction, $isSummarising } from '../stores/compaction.ts';
import { $settings } from '../stores/settings.ts';
import { $inputWanted } from '../stores/terminals.ts';
import { $announcement } from '../stores/workbench.ts';
import type { ImageService } from './images/image-service.ts';
import type { SharedJournal } from './tabs/shared-journal.ts';

/** Characters of live output kept per tool call. */
const LIVE_OUTPUT_LIMIT = 100_000;

export interface CurrentChatOptions {
  notices: NoticeService;
  journal: JournalStore & Pick<SharedJournal, 'setWaiting'>;
  project: ProjectService;
  editor: EditorService;
  /** Of the images that an event names. */
  contentsOf: ImageService['contentsOf'];
  /** A session over that chat's journal. */
  createSession(chatId: ChatId, journal: Journal): AgentSession;
  /** What belongs to the former chat's window and runtime, which are about to be shown no more: previews, problems. */
  clearRuntimeStores(): void;
  /** Runs the work soon, at most once a frame. */
  schedule: FrameScheduler;
  /** The same for what streams in, as often as the page can bear it. */
  scheduleLive: FrameScheduler;
}

/** The chat this page works on: its session, and the stores that show it. */
export interface CurrentChat {
  session(): AgentSession | null;
  /** What a record of a followed chat says besides its conversation. */
  note(record: JournalRecord): void;
  /** Of whichever session is open, after the stores were scheduled to follow; returns the unsubscriber. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
  /** Makes the session of a chat, lets it resume from its journal and shows it. */
  enter(chatId: ChatId, records: readonly JournalRecord[], cause?: ResumeCause): Promise<AgentSession>;
  /** Shows a session that another tab works on. */
  follow(followed: AgentSession, records: readonly JournalRecord[]): void;
  leave(): Promise<void>;
  /**
   * Lets the session record nothing more; it is up to who asks to stop what it does. What it was stays on the page until the same chat is
   * shown again, by another session: without a chat the page would leave its address.
   */
  detach(): void;
  refreshChats(): Promise<void>;
  rename(title: string): void;
}

export function createCurrentChat(options: CurrentChatOptions): CurrentChat {
  const { journal, project, editor } = options;
  const workOf = workReports(project);
  let session: AgentSession | null = null;
  let isFollowed = false;
  let detached = new AbortController(); // Aborted: the session may record nothing more.
  let unsubscribe: () => void = () => undefined;
  const listeners = new Set<(event: SessionEvent) => void>();
  const heading = createHeading();

  /** Answers with the longest time this may then freeze: a short text is read along, a long one is not. Milliseconds. */
  const publish = (): number => {
    if (!session) return 0;
    const [state, liveParts] = [session.state(), session.liveParts()];
    // Listeners by key are notified of the keys that differ: while an answer streams, of its parts only.
    $chat.set({ ...state, chatId: session.chatId, ...heading.shown(), liveParts, work: workOf(state) });
    editor.showLive(liveParts, state.toolCalls);
    return 80 + lengthOf(liveParts) / 100;
  };
  const refreshChats = async () => $chats.set(await journal.listChats());
  const rename = (newTitle: string) => heading.rename(newTitle, () => options.schedule(publish));
  const noteIn: ChatJournal['note'] = async ({ event, at }) => {
    heading.note({ event, at });
    // An answer to the agent's question continues with its task.
    if (event.type === 'run-started' && !continuesTask(event, session?.state().status)) project.markRunStart();
    if (event.type === 'run-ended' || event.type === 'user-message') await refreshChats();
  };
  const listen = (created: AgentSession) =>
    created.subscribe((event) => {
      if (event.type === 'changed') options.schedule(publish);
      else if (event.type === 'live') options.scheduleLive(publish);
      else announce(event, options.notices);
      for (const listener of [...listeners]) listener(event);
    });
  const detach = () => {
    options.clearRuntimeStores();
    detached.abort();
    unsubscribe();
    session = null;
    heading.clear();
    editor.closeAll();
    clearStores();
    for (const listener of [...listeners]) listener({ type: 'changed' });
  };
  const leave = async () => {
    if (session && !isFollowed) await endWork(session, journal);
    detach();
    $chat.set(INITIAL_CHAT_STATE);
  };
  const show = (shown: AgentSession, records: readonly JournalRecord[], followed: boolean) => {
    [isFollowed, session, unsubscribe] = [followed, shown, listen(shown)];
    records.forEach(heading.note);
  };

  return {
    session: () => session,
    note: heading.note,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enter(chatId, records, cause) {
      detached = new AbortController();
      const created = options.createSession(
        chatId,
        journalOf(chatId, { ...options, note: noteIn, titleFor: heading.titleFor, rename, isDetached: detached.signal }),
      );
      show(created, records, false);
      await created.resume(records, await journal.partials(chatId), cause);
      publish();
      return created;
    },
    follow(followed, records) {
      show(followed, records, true);
      publish();
    },
    leave,
    detach,
    refreshChats,
    rename,
  };
}

interface ChatJournal extends Pick<CurrentChatOptions, 'journal' | 'contentsOf'> {
  /** Called with what has been appended. */
  note(record: JournalRecord): Promise<void>;
  /** The title that the chat gets by the event; null: it keeps its own. */
  titleFor(event: JournalEvent): string | null;
  rename(title: string): void;
  /** Aborted: the session may record nothing more. */
  isDetached: AbortSignal;
}

/** What is at work ends, and is recorded. What waits for room would wait longer than anybody is here. */
async function endWork(session: AgentSession, journal: CurrentChatOptions['journal']): Promise<void> {
  journal.setWaiting(false);
  if (!mayBeLeft(session.state())) await session.stop();
}

/** The journal as a session of that chat sees it. */
function journalOf(chatId: ChatId, { journal, contentsOf, note, titleFor, rename, isDetached }: ChatJournal): Journal {
  journal.setWaiting(true);
  return {
    async append(event) {
      if (isDetached.aborted) throw new ProjectTakenError();
      await note(await journal.append(chatId, event, contentsOf(event)));
      const title = titleFor(event);
      if (title === null) return;
      // Once: from then on it is what it became, or what the user made of it. Without it the chat is the same.
      rename(title);
      await journal.append(chatId, { type: 'chat-renamed', title }).catch(() => undefined);
    },
    keepPartial(stepId, parts) {
      if (!isDetached.aborted) journal.keepPartial(chatId, stepId, parts);
    },
  };
}

/** What the page shows above a conversation and its messages. */
function createHeading() {
  let messageMeta = new Map<string, MessageMeta>();
  let title = '';
  let isUnnamed = false;
  return {
    /** What the event makes of a chat to which nobody, and nothing that was said or done, has given a title yet; null: nothing. */
    titleFor: (event: JournalEvent) => (isUnnamed ? titleFrom(event) : null),
    shown: () => ({ title, messageMeta }),
    note({ event, at }: Pick<JournalRecord, 'event' | 'at'>) {
      if (event.type === 'chat-created' || event.type === 'chat-renamed') title = event.title;
      if (event.type === 'chat-created') isUnnamed = event.title === NEW_CHAT;
      if (event.type === 'chat-renamed') isUnnamed = false;
      if (event.type === 'user-message') messageMeta = new Map(messageMeta).set(event.message.id, { mode: event.mode, at });
    },
    rename(given: string, onRenamed: () => void) {
      title = given;
      isUnnamed = false;
      onRenamed();
    },
    clear() {
      isUnnamed = false;
      messageMeta = new Map();
    },
  };
}

/** A question that waits is left as it is: it is in the journal and is asked again when the chat is opened. A sub-agent is not taken up again. */
function mayBeLeft({ status, delegates }: ConversationState): boolean {
  if (status === 'waiting_for_user') return true;
  return status === 'waiting_for_approval' && [...delegates.values()].every((delegate) => !isAtWork(delegate.status));
}

function isAtWork(status: AgentStatus): boolean {
  return status === 'thinking' || status === 'executing' || status === 'waiting_for_approval';
}

function continuesTask({ isBeside }: Extract<JournalEvent, { type: 'run-started' }>, status: AgentStatus | undefined): boolean {
  return isBeside === true || status === 'waiting_for_user';
}

function clearStores(): void {
  $liveOutput.set(new Map());
  $inputWanted.set(new Map());
  $compaction.set({ state: 'closed' });
  $isSummarising.set(false);
  $silence.set(null);
  $requestWait.set(null);
}

/** Characters of everything that streams. */
function lengthOf(parts: readonly LivePart[]): number {
  const lengths = parts.flatMap((part) =>
    part.type === 'tool-input'
      ? [part.fields, part.values ?? {}].flatMap(Object.values<string>).map((text) => text.length)
      : [part.text.length],
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

function addOutput(toolCallId: string, chunk: string): void {
  const before = $liveOutput.get().get(toolCallId) ?? '';
  const text = (before + withoutEscapeCodes(chunk).replace(/\r\n/g, '\n')).slice(-LIVE_OUTPUT_LIMIT);
  $liveOutput.set(new Map($liveOutput.get()).set(toolCallId, text));
}

function noteInput(toolCallId: string, wanted: InputWanted | null): void {
  const next = new Map($inputWanted.get());
  if (wanted === null) next.delete(toolCallId);
  else next.set(toolCallId, wanted);
  $inputWanted.set(next);
  if (wanted !== null) $announcement.set(t('A command waits for your answer: {prompt}', { prompt: wanted.prompt }));
}

/** Only offered: a codec is never changed by itself. */
function suggestCodec({ modelId, codec }: Extract<SessionEvent, { type: 'codec-suggested' }>, notices: NoticeService): void {
  const name = codec.toUpperCase();
  notices.info(
    t('{model} writes its tool calls out instead of making them. Tools called as {name} may suit it (Settings, Models).', {
      model: modelId,
      name,
    }),
    { label: t('Use {name}', { name }), run: () => $settings.setKey('codecs', { ...$settings.get().codecs, [modelId]: codec }) },
  );
}

function announce(event: Exclude<SessionEvent, { type: 'changed' | 'live' }>, notices: NoticeService): void {
  switch (event.type) {
    case 'output':
      addOutput(event.toolCallId, event.chunk);
      break;
    case 'input-wanted':
      noteInput(event.toolCallId, event.wanted);
      break;
    case 'codec-suggested':
      suggestCodec(event, notices);
      break;
    case 'approval-requested':
      $announcement.set(`${approvalAnnouncement(event.approval)}: ${event.approval.why}`);
      break;
    case 'iteration-warning':
      $announcement.set(plural(event.remaining, { one: '{count} iteration is left.', other: '{count} iterations are left.' }));
      break;
    case 'summarising':
      $isSummarising.set(event.isUnderWay);
      if (event.isUnderWay) $announcement.set(t('The conversation is summarised to make room.'));
      break;
    case 'model-switched':
      $announcement.set(
        event.modelId === null
          ? t('The chosen model answers again.')
          : t('{reason} From now on {model} answers, for the rest of this run.', { reason: event.reason, model: event.modelId }),
      );
      break;
    case 'silence':
      $silence.set(event.silence);
      if (event.silence !== null) $announcement.set(t('No data for 20 s from the model. Retry sends the request again.'));
      break;
    case 'waiting':
      $requestWait.set(event.wait);
      if (event.wait?.until === null) $announcement.set(t('No connection. The agent continues when it is back.'));
      break;
    case 'retrying':
      $announcement.set(t('{message} Trying again in {seconds} s.', { message: event.message, seconds: Math.ceil(event.delayMs / 1000) }));
      break;
  }
}

function approvalAnnouncement({ asker }: ApprovalRequest): string {
  return asker === undefined ? t('Approval needed') : t('Approval needed by {name}', { name: asker.name });
}

/** What a run that is over has done. The report of a state is one object, so that those who show it are not notified for nothing. */
function workReports({ isIgnored }: Pick<ProjectService, 'isIgnored'>): (state: ConversationState) => WorkReport | null {
  let last: { state: ConversationState; work: WorkReport | null } | null = null;
  return (state) => {
    if (last?.state !== state) {
      const { fileLog, workEnd, fileMarks } = state;
      last = { state, work: isOver(state) ? workReport({ calls: taskCalls(state), fileLog, workEnd, fileMarks, isIgnored }) : null };
    }
    return last.work;
  };
}

/** Nothing moves any more: what the run has done can be determined. */
function isOver({ status, notice }: ConversationState): boolean {
  return status === 'completed' || status === 'error' || (status === 'idle' && notice !== null);
}
