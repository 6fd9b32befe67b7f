import type { Asker } from '../../protocol/tool-call.ts';
import type { ToolRegistry } from './tool-definition.ts';

/** What a sub-agent learns of itself, besides its task. */
export interface DelegateBrief {
  name: string;
  /** The globs of what it may write; null: it only reads. */
  scope: readonly string[] | null;
  /** Text of the project on how the role works; it allows nothing. */
  role: { path: string; text: string } | null;
}

/** Null: only the limits of the run hold. */
export interface DelegateLimits {
  steps: number;
  tokens: number | null;
  /** US dollars. */
  money: number | null;
  minutes: number | null;
}

/** A sub-agent to be started. */
export interface DelegateOrder {
  asker: Asker;
  brief: DelegateBrief;
  task: string;
  /** All it has; what it may not do, these refuse. */
  tools: ToolRegistry;
  limits: DelegateLimits;
  /** Null: the model that has called it. */
  modelId: string | null;
}

/** How a sub-agent has ended. `why`: a sentence; null where it was done. */
export interface DelegateEnd {
  outcome: 'completed' | 'ended-early' | 'failed';
  why: string | null;
  /** Its last words. */
  report: string;
  /** Files that it, or a command of its own, has changed. */
  changed: readonly { path: string; kind: 'created' | 'modified' | 'deleted' }[];
  steps: number;
  tokens: number;
  /** It has read text of another host. */
  hasReadOutside: boolean;
}

/** What a call may start sub-agents with. */
export interface Delegates {
  /** What the agent itself has. */
  readonly tools: ToolRegistry;
  /** The model that answers now. */
  readonly modelId: string;
  /** Resolves when it has ended; rejects with a `StoppedError`. */
  start(order: DelegateOrder, signal: AbortSignal): Promise<DelegateEnd>;
}
