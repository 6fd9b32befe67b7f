import type { Journal } from '../agent/ports.ts';
import type { AgentSession, SessionEvent } from '../agent/session/agent-session.ts';
import type { ConversationState } from '../agent/session/conversation-state.ts';
import { taskCalls } from '../agent/session/session-facts.ts';
import { workReport } from '../agent/session/work-report.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { EditorService } from '../project/editor-service.ts';
import type { ProjectService } from '../project/project-service.ts';
import type { ChatId } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import type { AgentStatus } from '../protocol/session-state.ts';
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
import type { FrameScheduler } from '../workbench/frame-scheduler.ts';
import type { NoticeService } from '../workbench/notice-service.ts';
import type { ImageService } from './images/image-service.ts';

/** Characters of live output kept per tool call. */
const LIVE_OUTPUT_LIMIT = 100_000;

export interface CurrentChatOptions {
  notices: NoticeService;
  journal: JournalStore;
  project: ProjectService;
  editor: EditorService;
  /** Of the images that an event names. */
  contentsOf: ImageService['contentsOf'];
  /** A session over that chat's journal. */
  createSession(chatId: ChatId, journal: Journal): AgentSession;
  /** What belongs to the former chat's runtime: previews, problems. */
  clearRuntimeStores(): void;
  /** Runs the work soon, at most once a frame. */
  schedule: FrameScheduler;
  /** The same for what streams in, as often as the page can bear it. */
  scheduleLive: FrameScheduler;
}

/** The chat this page works on: its session, and the stores that show it. */
export interface CurrentChat {
  session(): AgentSession | null;
  /** Of whichever session is open, after the stores were scheduled to follow; returns the unsubscriber. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
  /** Makes the session of a chat, lets it take up its journal and shows it. */
  enter(chatId: ChatId, records: readonly JournalRecord[]): Promise<AgentSession>;
  leave(): Promise<void>;
  refreshChats(): Promise<void>;
  rename(title: string): void;
}

export function createCurrentChat(options: CurrentChatOptions): CurrentChat {
  const { journal, project, editor } = options;
  const workOf = workReports(project);
  let session: AgentSession | null = null;
  let unsubscribe: () => void = () => undefined;
  const listeners = new Set<(event: SessionEvent) => void>();
  let messageMeta = new Map<string, MessageMeta>();
  let title = '';
  const note = (event: JournalEvent, at: number) => {
    if (event.type === 'chat-created' || event.type === 'chat-renamed') title = event.title;
    if (event.type === 'user-message') messageMeta = new Map(messageMeta).set(event.message.id, { mode: event.mode, at });
  };

  /** Answers with the longest time this may then freeze: a short text is read along, a long one is not. Milliseconds. */
  const publish = (): number => {
    if (!session) return 0;
    const state = session.state();
    const liveParts = session.liveParts();
    // Listeners by key are notified of the keys that differ: while an answer streams, of its parts only.
    $chat.set({ ...state, chatId: session.chatId, title, messageMeta, liveParts, work: workOf(state) });
    editor.showLive(liveParts, state.toolCalls);
    return 80 + lengthOf(liveParts) / 100;
  };
  const refreshChats = async () => {
    $chats.set(await journal.listChats());
  };
  const journalOf = (chatId: ChatId): Journal => ({
    async append(event) {
      const { at } = await journal.append(chatId, event, options.contentsOf(event));
      note(event, at);
      // An answer to the agent's question continues with its task.
      if (event.type === 'run-started' && !continuesTask(event, session?.state().status)) project.markRunStart();
      if (event.type === 'run-ended' || event.type === 'user-message') await refreshChats();
    },
  });
  const listen = (created: AgentSession) =>
    created.subscribe((event) => {
      if (event.type === 'changed') options.schedule(publish);
      else if (event.type === 'live') options.scheduleLive(publish);
      else announce(event, options.notices);
      for (const listener of [...listeners]) listener(event);
    });
  const leave = async () => {
    if (session && !mayBeLeft(session.state())) await session.stop();
    unsubscribe();
    session = null;
    messageMeta = new Map();
    editor.closeAll();
    options.clearRuntimeStores();
    clearStores();
    for (const listener of [...listeners]) listener({ type: 'changed' });
  };

  return {
    session: () => session,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enter(chatId, records) {
      for (const { event, at } of records) note(event, at);
      const created = options.createSession(chatId, journalOf(chatId));
      session = created;
      unsubscribe = listen(created);
      await created.resume(records);
      publish();
      return created;
    },
    leave,
    refreshChats,
    rename(newTitle) {
      title = newTitle;
      options.schedule(publish);
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
  $chat.set(INITIAL_CHAT_STATE);
}

/** Characters of everything that streams. */
function lengthOf(parts: readonly LivePart[]): number {
  const lengths = parts.flatMap((part) =>
    part.type === 'tool-input' ? Object.values(part.fields).map((field) => field.length) : [part.text.length],
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
  if (wanted !== null) $announcement.set(`A command waits for your answer: ${wanted.prompt}`);
}

/** Only offered: a codec is never changed by itself. */
function suggestCodec({ modelId, codec }: Extract<SessionEvent, { type: 'codec-suggested' }>, notices: NoticeService): void {
  const name = codec.toUpperCase();
  notices.info(`${modelId} writes its tool calls out instead of making them. Tools called as ${name} may suit it (Settings, Models).`, {
    label: `Use ${name}`,
    run: () => $settings.setKey('codecs', { ...$settings.get().codecs, [modelId]: codec }),
  });
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
      $announcement.set(`${event.remaining} iterations are left.`);
      break;
    case 'summarising':
      $isSummarising.set(event.isUnderWay);
      if (event.isUnderWay) $announcement.set('The conversation is summarised to make room.');
      break;
    case 'model-switched':
      $announcement.set(
        event.modelId === null
          ? 'The chosen model answers again.'
          : `${event.reason} From now on ${event.modelId} answers, for the rest of this run.`,
      );
      break;
    case 'silence':
      $silence.set(event.silence);
      if (event.silence !== null) $announcement.set('No data for 20 s from the model. Retry sends the request again.');
      break;
    case 'waiting':
      $requestWait.set(event.wait);
      if (event.wait?.until === null) $announcement.set('No connection. The agent continues when it is back.');
      break;
    case 'retrying':
      $announcement.set(`${event.message} Trying again in ${Math.ceil(event.delayMs / 1000)} s.`);
      break;
  }
}

function approvalAnnouncement({ asker }: ApprovalRequest): string {
  return asker === undefined ? 'Approval needed' : `Approval needed by ${asker.name}`;
}

/** What a run that is over has done. The report of a state is one object, so that those who show it are not notified for nothing. */
function workReports({ isIgnored }: Pick<ProjectService, 'isIgnored'>): (state: ConversationState) => WorkReport | null {
  let last: { state: ConversationState; work: WorkReport | null } | null = null;
  return (state) => {
    if (last?.state !== state) {
      const { fileLog, fileMarks } = state;
      last = { state, work: isOver(state) ? workReport({ calls: taskCalls(state), fileLog, fileMarks, isIgnored }) : null };
    }
    return last.work;
  };
}

/** Nothing moves any more: what the run has done can be determined. */
function isOver({ status, notice }: ConversationState): boolean {
  return status === 'completed' || status === 'error' || (status === 'idle' && notice !== null);
}
