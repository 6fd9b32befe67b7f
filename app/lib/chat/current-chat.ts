import type { AgentSession, SessionEvent } from '../agent/contract/agent-session.ts';
import type { ConversationState } from '../agent/contract/conversation-state.ts';
import type { Journal } from '../agent/contract/ports.ts';
import type { ResumeCause } from '../agent/contract/resume-cause.ts';
import { taskCalls } from '../agent/conversation/session-facts.ts';
import { workReport } from '../agent/conversation/work-report.ts';
import { buttonName } from '../button-names/button-name.ts';
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
  $requestWait,
  $silence,
  INITIAL_CHAT_STATE,
  type LivePart,
  type MessageMeta,
  type WorkReport,
} from '../stores/chat.ts';
import { $compaction, $isSummarising } from '../stores/compaction.ts';
import { $earlierOutput, $liveOutput, endOfOutput, outputsToKeep } from '../stores/live-output.ts';
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
  /** Contents of the images that an event names. */
  contentsOf: ImageService['contentsOf'];
  /** A session over that chat's journal. */
  createSession(chatId: ChatId, journal: Journal): AgentSession;
  /** Clears the stores of the previous chat's window and runtime: previews, problems. */
  clearRuntimeStores(): void;
  /** Runs the work soon, at most once per frame. */
  schedule: FrameScheduler;
  /** Runs streamed updates, at the rate that the page can handle. */
  scheduleLive: FrameScheduler;
}

/** The chat that is open in this page: its session and the stores that show it. */
export interface CurrentChat {
  session(): AgentSession | null;
  /** Applies the parts of a followed chat's record that are not conversation. */
  note(record: JournalRecord): void;
  /** Events of whichever session is open, sent after the store updates were scheduled. Returns the unsubscriber. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
  /** Creates the chat's session, resumes it from the journal and shows it. */
  enter(chatId: ChatId, records: readonly JournalRecord[], cause?: ResumeCause): Promise<AgentSession>;
  /** Shows a session that runs in another tab. */
  follow(followed: AgentSession, records: readonly JournalRecord[]): void;
  leave(): Promise<void>;
  /**
   * Stops the session from recording; the caller must stop its work. The page keeps showing it until a new session shows the same
   * chat: without a chat the page would leave its address.
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
  let detached = new AbortController(); // Aborted when the session may no longer record.
  let unsubscribe: () => void = () => undefined;
  const listeners = new Set<(event: SessionEvent) => void>();
  const heading = createHeading();

  /** Shows the session's current state and returns for how many milliseconds the next update may be delayed: longer for a long text. */
  const publish = (): number => {
    if (!session) return 0;
    const [state, liveParts] = [session.state(), session.liveParts()];
    // Only listeners of changed keys are notified: during streaming, only those of the answer's parts.
    $chat.set({ ...state, chatId: session.chatId, ...heading.shown(), liveParts, work: workOf(state) });
    editor.showLive(liveParts, state.toolCalls);
    return 80 + lengthOf(liveParts) / 100;
  };
  const refreshChats = async () => $chats.set(await journal.listChats());
  const rename = (newTitle: string) => heading.rename(newTitle, () => options.schedule(publish));
  const noteIn: ChatJournal['note'] = async ({ event, at }) => {
    heading.note({ event, at });
    // A run that starts with the answer to an agent's question continues the same task.
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
  /** Called with each appended record. */
  note(record: JournalRecord): Promise<void>;
  /** The title that the event gives the chat; null to keep its title. */
  titleFor(event: JournalEvent): string | null;
  rename(title: string): void;
  /** Aborted when the session may no longer record. */
  isDetached: AbortSignal;
}

/** Stops running work and records its end. Its records do not wait for storage, because nobody would see them then. */
async function endWork(session: AgentSession, journal: CurrentChatOptions['journal']): Promise<void> {
  journal.setWaiting(false);
  if (!mayBeLeft(session.state())) await session.stop();
}

/** The journal as seen by that chat's session. */
function journalOf(chatId: ChatId, { journal, contentsOf, note, titleFor, rename, isDetached }: ChatJournal): Journal {
  journal.setWaiting(true);
  return {
    async append(event) {
      if (isDetached.aborted) throw new ProjectTakenError();
      await note(await journal.append(chatId, event, contentsOf(event)));
      const title = titleFor(event);
      if (title === null) return;
      // Set once: afterwards the chat has this title or the user's. If it fails, the chat still works.
      rename(title);
      await journal.append(chatId, { type: 'chat-renamed', title }).catch(() => undefined);
    },
    keepPartial(stepId, parts) {
      if (!isDetached.aborted) journal.keepPartial(chatId, stepId, parts);
    },
  };
}

/** The heading above the conversation. */
function createHeading() {
  let messageMeta = new Map<string, MessageMeta>();
  let title = '';
  let isUnnamed = false;
  return {
    /** The title that the event gives to a chat without one; null if none. */
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

/** A waiting question may be left: it is in the journal and is asked again when the chat is opened. A sub-agent is never resumed. */
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
  $earlierOutput.set(outputsToKeep($chat.get().toolCalls));
  $liveOutput.set(new Map());
  $inputWanted.set(new Map());
  $compaction.set({ state: 'closed' });
  $isSummarising.set(false);
  $silence.set(null);
  $requestWait.set(null);
}

/** Length of all streaming text. In characters. */
function lengthOf(parts: readonly LivePart[]): number {
  const lengths = parts.flatMap((part) =>
    part.type === 'tool-input'
      ? [part.fields, part.values ?? {}].flatMap(Object.values<string>).map((text) => text.length)
      : [part.text.length],
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

function addOutput(toolCallId: string, chunk: string): void {
  const { text, linesBefore } = $liveOutput.get().get(toolCallId) ?? { text: '', linesBefore: 0 };
  const grown = { text: text + withoutEscapeCodes(chunk).replace(/\r\n/g, '\n'), linesBefore };
  $liveOutput.set(new Map($liveOutput.get()).set(toolCallId, endOfOutput(grown, LIVE_OUTPUT_LIMIT)));
}

function noteInput(toolCallId: string, wanted: InputWanted | null): void {
  const next = new Map($inputWanted.get());
  if (wanted === null) next.delete(toolCallId);
  else next.set(toolCallId, wanted);
  $inputWanted.set(next);
  if (wanted !== null) $announcement.set(t('A command waits for your answer: {prompt}', { prompt: wanted.prompt }));
}

/** Only a suggestion: the codec is never changed automatically. */
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
      if (event.silence !== null)
        $announcement.set(t('No data for 20 s from the model. “{button}” sends the request again.', { button: buttonName('retry') }));
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

/** Reports of finished runs. The report of a state is always the same object, so that its listeners are not notified without reason. */
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

/** The run has ended, so its changes are final. */
function isOver({ status, notice }: ConversationState): boolean {
  return status === 'completed' || status === 'error' || (status === 'idle' && notice !== null);
}
