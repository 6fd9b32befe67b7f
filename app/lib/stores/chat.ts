import { atom, map } from 'nanostores';
import type { Compaction, ConversationState, LivePart, QueuedMessage } from '../agent/conversation-state.ts';
import type { Silence } from '../agent/silence-watch.ts';
import type { ChangedFile, Check, WorkReport } from '../agent/work-report.ts';
import type { ChatMode } from '../protocol/chat-request.ts';
import type { ChatId } from '../protocol/ids.ts';
import type { ChatMessage } from '../protocol/message.ts';
import type { PersonCommand } from '../protocol/person-command.ts';
import type { Subgoal } from '../protocol/plan.ts';
import type { AgentStatus, SessionNotice } from '../protocol/session-state.ts';
import type { ToolCall } from '../protocol/tool-call.ts';

export interface ChatSummary {
  chatId: ChatId;
  title: string;
  updatedAt: number;
}

export type { ChangedFile, Check, Compaction, LivePart, QueuedMessage, WorkReport };

/** What the journal knows of a person's message beside its text. */
export interface MessageMeta {
  mode: ChatMode;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface ChatState {
  /** What the person ran in the agent's shell, by message id. */
  personCommands: ReadonlyMap<string, PersonCommand>;
  /** null on the start screen. */
  chatId: ChatId | null;
  title: string;
  /** Everything in the journal, as messages; tool parts stand inside the assistant's messages. */
  messages: readonly ChatMessage[];
  /** By message id, of the person's messages: the prompt and the time that stand above each. */
  messageMeta?: ReadonlyMap<string, MessageMeta>;
  /** Of the running step, in the order of appearance. */
  liveParts: readonly LivePart[];
  /** By tool call id, of this chat. */
  toolCalls: ReadonlyMap<string, ToolCall>;
  status: AgentStatus;
  notice: SessionNotice | null;
  iteration: number;
  maxIterations: number;
  /** Messages sent while the agent works, in order. */
  queued: readonly QueuedMessage[];
  tokens: { input: number; output: number };
  /** Of the newest step, as its model told: so much of the window was in use. */
  lastUsage: { input: number; output: number } | null;
  plan: readonly Subgoal[];
  lockedPaths: readonly string[];
  /** Summaries in force. */
  compactions: readonly Compaction[];
  /** Of a completed task: what it changed and how that was checked since. */
  work: WorkReport | null;
  /** Ids of messages that a guard wrote, not the person. */
  remarks: ReadonlySet<string>;
  /** What this run has used so far: see `ConversationState`. */
  runTokens: { input: number; output: number };
  runUsage: ConversationState['runUsage'];
  worked: ConversationState['worked'];
  /** The model that stands in for the chosen one. */
  switchedModelId: string | null;
}

export const INITIAL_CHAT_STATE: ChatState = {
  personCommands: new Map(),
  chatId: null,
  title: '',
  messages: [],
  liveParts: [],
  toolCalls: new Map(),
  status: 'idle',
  notice: null,
  iteration: 0,
  maxIterations: 25,
  queued: [],
  tokens: { input: 0, output: 0 },
  lastUsage: null,
  plan: [],
  lockedPaths: [],
  compactions: [],
  work: null,
  remarks: new Set(),
  runTokens: { input: 0, output: 0 },
  runUsage: new Map(),
  worked: { ms: 0, until: null },
  switchedModelId: null,
};

export const $chat = map<ChatState>(INITIAL_CHAT_STATE);

/** All chats of this browser, newest first. */
export const $chats = atom<readonly ChatSummary[]>([]);

/** Output of commands as it comes, by tool call id; escape codes removed, at most the last 100 000 characters. */
export const $liveOutput = atom<ReadonlyMap<string, string>>(new Map());

/** While a model that is waited for sends nothing: since when, and when its answer will be ended. */
export const $silence = atom<Silence | null>(null);

/** Text that a person took back; the message box puts each in once. */
export const $returnedText = atom<{ text: string; serial: number } | null>(null);
