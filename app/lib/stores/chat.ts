import { atom, map } from 'nanostores';
import {
  type Compaction,
  type ConversationState,
  type ConversationVersion,
  INITIAL_CONVERSATION,
  type LeftOutPart,
  type LivePart,
} from '../agent/contract/conversation-state.ts';
import type { RequestWait } from '../agent/contract/request-wait.ts';
import type { Silence } from '../agent/contract/silence.ts';
import type { ChangedFile, Check, WorkReport } from '../agent/conversation/work-report.ts';
import type { Attachment } from '../protocol/attachments/attachment.ts';
import type { ChatMode } from '../protocol/chat-request.ts';
import type { ChatId, ProjectId } from '../protocol/ids.ts';

export interface ChatSummary {
  chatId: ChatId;
  projectId: ProjectId;
  title: string;
  updatedAt: number;
}

export type { ChangedFile, Check, Compaction, ConversationVersion, LeftOutPart, LivePart, WorkReport };

/** The conversation of a sub-agent. */
export type DelegateState = ConversationState;

/** Facts from the journal about a user's message, besides its text. */
export interface MessageMeta {
  mode: ChatMode;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The session's conversation, and state that only this page has. */
export interface ChatState extends ConversationState {
  /** The open chat; null on the start screen. */
  chatId: ChatId | null;
  /** By message id: the prompt and the time shown above each user message. */
  messageMeta: ReadonlyMap<string, MessageMeta>;
  /** Parts of the running step, in order. */
  liveParts: readonly LivePart[];
  /** For a completed task: its changes, and how they were checked since. */
  work: WorkReport | null;
}

export const INITIAL_CHAT_STATE: ChatState = {
  ...INITIAL_CONVERSATION,
  chatId: null,
  messageMeta: new Map(),
  liveParts: [],
  work: null,
};

export const $chat = map<ChatState>(INITIAL_CHAT_STATE);

/** Set by /clear: the shown part of a chat begins after this many parts of this message. */
export interface ViewStart {
  chatId: ChatId;
  messageId: string;
  parts: number;
}

/** Is null if the whole conversation is shown. */
export const $viewStart = atom<ViewStart | null>(null);

/** The chat that is shown as plain text, because drawing it has crashed the page. */
export const $drawnPlainly = atom<ChatId | null>(null);

/** All chats in this browser, newest first. */
export const $chats = atom<readonly ChatSummary[]>([]);

/** Set while a model sends nothing: since when, and when its answer will be ended. */
export const $silence = atom<Silence | null>(null);

/** Set while no request is sent, because one failed and the next waits for its time or for the network. */
export const $requestWait = atom<RequestWait | null>(null);

/** A text given to `/enhance`; the message box takes it and starts the request. */
export const $enhanceRequest = atom<{ text: string } | null>(null);

/** Text for the message box, which takes it from here: a message that the user withdrew, or a part of a terminal's output. */
export const $returnedText = atom<{ text: string; attachments: readonly Attachment[] } | null>(null);
