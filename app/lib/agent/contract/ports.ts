import type { ProblemSource } from '../../protocol/project-facts/problem-source.ts';
import type { ToolPorts } from './tool-ports.ts';
/**
 * What the core needs from outside, as narrow as it can be: the composition root passes the real ones, tests pass fakes.
 */

import type { ChatMode } from '../../protocol/chat-request.ts';
import type { ContentHash, StepId } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ForeignToolOffer } from '../../protocol/mcp/foreign-tool.ts';
import type { ChatMessage, RequestMessage } from '../../protocol/message.ts';
import type { ModelPrice } from '../../protocol/models/model-price.ts';
import type { AppSettings, CommandRule, HookWhen, ReasoningEffort } from '../../protocol/settings.ts';
import type { TelemetryEvent } from '../../protocol/telemetry.ts';
import type { Workspace } from '../../runtime/types.ts';
import type { LivePart } from './conversation-state.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `run` once after `ms`; what it returns calls that off. */
  after(ms: number, run: () => void): () => void;
}

export interface IdSource {
  /** A new unguessable id of at most 36 characters. */
  next(): string;
}

export interface Hasher {
  /** SHA-256. */
  hash(content: Uint8Array): Promise<ContentHash>;
}

/** The journal of one chat. An event takes effect only after `append` has resolved. */
export interface Journal {
  append(event: JournalEvent): Promise<void>;
  /**
   * Keeps what has come so far of the answer that streams, in place of what had come before; until the event that ends its step is
   * appended. Nobody waits for it, and it must not throw: whether it is written, a crash shows.
   */
  keepPartial(stepId: StepId, parts: readonly LivePart[]): void;
}

/** What had come of an answer when the page ended. */
export interface PartialAnswer {
  stepId: StepId;
  /** When its newest part was kept. Milliseconds since the epoch. */
  at: number;
  parts: readonly LivePart[];
}

export interface StepRequest {
  modelId: string;
  mode: ChatMode;
  system: string;
  messages: ChatMessage[];
  /** Offered as functions; none with a text codec. */
  toolNames: string[];
  /** Descriptions of those that the server does not know; absent: it knows all. */
  foreignTools?: ForeignToolOffer[];
  temperature?: number;
  reasoningEffort?: ReasoningEffort;
  stopSequences?: string[];
  maxOutputTokens?: number;
}

/** A step as it goes out: with the bytes of its images. */
export interface SentStep extends Omit<StepRequest, 'messages'> {
  messages: RequestMessage[];
}

/** What carries a step to the model; `withImageContents` makes a `StepTransport` of it. */
export interface SentStepTransport {
  open(step: SentStep, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** One model step: bytes of a UI message stream. Rejects with a `StepTransportError`. */
export interface StepTransport {
  open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** Whether this device reaches whoever passes a model's steps on. */
export interface Network {
  isThere(signal: AbortSignal, modelId: string): Promise<boolean>;
  /** Resolves when it is back, or when the signal aborts. */
  whenBack(signal: AbortSignal, modelId: string): Promise<void>;
}

export interface SettingsSource {
  /** The settings as they are at this moment: a change is effective at once. */
  current(): AppSettings;
  /** Keeps a rule the user made with an approval; `current()` has it when this returns. */
  addRule(rule: CommandRule): void;
  /** Counts a use of each of these rules, which are of `current()`. */
  noteRuleUse(rules: readonly CommandRule[], at: number): void;
}

/** What is known of models. */
export interface ModelFacts {
  /** Tokens; null when not known. */
  contextWindow(modelId: string): number | null;
  /** Null when not known. */
  price(modelId: string): ModelPrice | null;
  /** Whether it takes images; null when not known. */
  seesImages(modelId: string): boolean | null;
}

/** Notes what the core does; local, without content. Must not throw. */
export interface Telemetry {
  note(event: TelemetryEvent): void;
}

/** What all requests to models have used today, whoever sent them in this browser. `dollars`: of those whose price is known. */
export interface Spending {
  today(): { input: number; output: number; dollars: number };
}

/** What is known of the project's files besides their content. */
export interface ProjectFiles {
  /** .gitignore leaves it out. */
  isIgnored(path: string): boolean;
  /** The text that a file had when the run began; null: it was not there. */
  contentBefore(path: string): Promise<string | null>;
}

/** A text without the values of secret files, but for those of the files in `shown`. */
export type Masker = (text: string, shown: readonly string[]) => string;

/** Secrets of the project, and keys that the user entered: no model sees them unless the user allows it. */
export interface SecretGuard {
  /** Secret files of the project that are there. */
  files(): readonly string[];
  /** By the values that are known now. Never rejects. */
  masker(): Promise<Masker>;
}

/** A command that the project wants run by itself. */
export interface ProjectHook {
  when: HookWhen;
  command: string;
  timeoutMs: number;
  /** Which changed files it is for; null: any. */
  matches: ((path: string) => boolean) | null;
}

export interface AgentPorts {
  clock: Clock;
  ids: IdSource;
  hasher: Hasher;
  journal: Journal;
  transport: StepTransport;
  /** Absent where nobody knows of the network: a request that fails is sent again as after any other failure. */
  network?: Network;
  workspace: Workspace;
  problems: ProblemSource;
  settings: SettingsSource;
  models: ModelFacts;
  telemetry: Telemetry;
  /** Absent where nobody counts. */
  spending?: Spending;
  /** Absent where no record of the files is kept. */
  projectFiles?: ProjectFiles;
  /** What tools work with; each is absent where it is not there. */
  tools: Partial<ToolPorts>;
  /** Of the project's own file, with all that was written to it until now; absent where none are known. */
  hooks?(): Promise<readonly ProjectHook[]>;
  /** Absent where nobody knows of secrets: nothing is masked. */
  secrets?: SecretGuard;
}
