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

/** A sub-agent's own conversation. */
export type DelegateState = ConversationState;

/** What the journal knows of a user's message besides its text. */
export interface MessageMeta {
  mode: ChatMode;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The conversation as its session knows it, and what only this page knows of it. */
export interface ChatState extends ConversationState {
  /** null on the start screen. */
  chatId: ChatId | null;
  /** By message id, of the user's messages: the prompt and the time above each. */
  messageMeta: ReadonlyMap<string, MessageMeta>;
  /** Of the running step, in the order of appearance. */
  liveParts: readonly LivePart[];
  /** Of a completed task: what it changed and how that was checked since. */
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

/** Since /clear: what is shown of a chat begins after so many parts of this message. */
export interface ViewStart {
  chatId: ChatId;
  messageId: string;
  parts: number;
}

/** null: all of the conversation is shown. */
export const $viewStart = atom<ViewStart | null>(null);

/** The chat that is shown as text, since drawing it has ended the page. */
export const $drawnPlainly = atom<ChatId | null>(null);

/** All chats of this browser, newest first. */
export const $chats = atom<readonly ChatSummary[]>([]);

/** Output of commands as it comes, by tool call id; escape codes removed, at most the last 100 000 characters. */
export const $liveOutput = atom<ReadonlyMap<string, string>>(new Map());

/** While a model that is waited for sends nothing: since when, and when its answer will be ended. */
export const $silence = atom<Silence | null>(null);

/** While a model is not asked, because a request failed and the next waits for its time or for the network. */
export const $requestWait = atom<RequestWait | null>(null);

/** A text that `/enhance` was given; the message box takes it and asks. */
export const $enhanceRequest = atom<{ text: string } | null>(null);

/** For the message box, which takes it from here: a message that a user took back, or a part of what a terminal shows. */
export const $returnedText = atom<{ text: string; attachments: readonly Attachment[] } | null>(null);
