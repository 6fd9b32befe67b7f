import type { ProblemSource } from '../../protocol/project-facts/problem-source.ts';
import type { ToolPorts } from './tool-ports.ts';
/** The narrow interfaces to everything outside the core. The composition root passes the real implementations, tests pass fakes. */

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
  /** Returns milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

export interface IdSource {
  /** Returns a new unguessable id of at most 36 characters. */
  next(): string;
}

export interface Hasher {
  /** Returns the SHA-256 hash. */
  hash(content: Uint8Array): Promise<ContentHash>;
}

/** The journal of one chat. An event takes effect only after `append` has resolved. */
export interface Journal {
  append(event: JournalEvent): Promise<void>;
  /**
   * Stores the parts of the streaming answer that have arrived so far, replacing the previous ones, until the event that ends the step is
   * appended. It is not awaited and must not throw; a failed write is noticed only after a crash.
   */
  keepPartial(stepId: StepId, parts: readonly LivePart[]): void;
}

/** The parts of an answer that had arrived when the page was closed. */
export interface PartialAnswer {
  stepId: StepId;
  /** When the newest part was stored, in milliseconds since the epoch. */
  at: number;
  parts: readonly LivePart[];
}

export interface StepRequest {
  modelId: string;
  mode: ChatMode;
  system: string;
  messages: ChatMessage[];
  /** Tools offered as functions; empty with a text codec. */
  toolNames: string[];
  /** Descriptions of the tools that the server does not know; absent if it knows them all. */
  foreignTools?: ForeignToolOffer[];
  temperature?: number;
  reasoningEffort?: ReasoningEffort;
  stopSequences?: string[];
  maxOutputTokens?: number;
}

/** A step as it is sent, including the bytes of its images. */
export interface SentStep extends Omit<StepRequest, 'messages'> {
  messages: RequestMessage[];
}

/** Carries a step to the model. `withImageContents` turns it into a `StepTransport`. */
export interface SentStepTransport {
  open(step: SentStep, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** Performs one model step. Returns the bytes of a UI message stream; rejects with a `StepTransportError`. */
export interface StepTransport {
  open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** Whether this device can reach the server that forwards the steps of a model. */
export interface Network {
  isThere(signal: AbortSignal, modelId: string): Promise<boolean>;
  /** Resolves when the connection is back, or when the signal aborts. */
  whenBack(signal: AbortSignal, modelId: string): Promise<void>;
}

export interface SettingsSource {
  /** Returns the current settings, so that changes take effect at once. */
  current(): AppSettings;
  /** Stores a rule that the user made with an approval; `current()` includes it when this returns. */
  addRule(rule: CommandRule): void;
  /** Counts a use of each of these rules, which come from `current()`. */
  noteRuleUse(rules: readonly CommandRule[], at: number): void;
}

/** Known properties of models. */
export interface ModelFacts {
  /** Returns the size of the window in tokens; null if unknown. */
  contextWindow(modelId: string): number | null;
  /** Returns the price; null if unknown. */
  price(modelId: string): ModelPrice | null;
  /** Returns whether the model accepts images; null if unknown. */
  seesImages(modelId: string): boolean | null;
}

/** Records what the core does; local only, without content. Must not throw. */
export interface Telemetry {
  note(event: TelemetryEvent): void;
}

/** Today's usage of all model requests from this browser. `dollars` covers only models with a known price. */
export interface Spending {
  today(): { input: number; output: number; dollars: number };
}

/** Known facts about the project's files besides their content. */
export interface ProjectFiles {
  /** Returns true if .gitignore excludes the path. */
  isIgnored(path: string): boolean;
  /** Resolves with the text of a file when the run began; null if it did not exist. */
  contentBefore(path: string): Promise<string | null>;
}

/** Returns the text with the values of secret files masked, except those of the files in `shown`. */
export type Masker = (text: string, shown: readonly string[]) => string;

/** Protects secrets of the project and keys that the user entered: no model sees them unless the user allows it. */
export interface SecretGuard {
  /** Returns the existing secret files of the project. */
  files(): readonly string[];
  /** Resolves with a masker for the values known now. Never rejects. */
  masker(): Promise<Masker>;
}

/** A command that the project wants to run automatically. */
export interface ProjectHook {
  when: HookWhen;
  command: string;
  timeoutMs: number;
  /** Filters the changed files for which the hook runs; null for any file. */
  matches: ((path: string) => boolean) | null;
}

export interface AgentPorts {
  clock: Clock;
  ids: IdSource;
  hasher: Hasher;
  journal: Journal;
  transport: StepTransport;
  /** Absent if the network state is unknown: a failed request is then retried as after any other failure. */
  network?: Network;
  workspace: Workspace;
  problems: ProblemSource;
  settings: SettingsSource;
  models: ModelFacts;
  telemetry: Telemetry;
  /** Absent if usage is not counted. */
  spending?: Spending;
  /** Absent if no record of the files is kept. */
  projectFiles?: ProjectFiles;
  /** Ports used by tools; each is absent where it is not available. */
  tools: Partial<ToolPorts>;
  /** Reads the hooks from the project's file, including everything written to it so far; absent if there are none. */
  hooks?(): Promise<readonly ProjectHook[]>;
  /** Absent if no secrets are known; nothing is masked then. */
  secrets?: SecretGuard;
}
