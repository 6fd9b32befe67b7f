import type { Asker } from '../../protocol/tool-call.ts';
import type { ToolRegistry } from './tool-definition.ts';

/** The information that a sub-agent receives about itself, besides its task. */
export interface DelegateBrief {
  name: string;
  /** Globs of the paths that it may write; null if it is read-only. */
  scope: readonly string[] | null;
  /** The project's description of the role; it grants no permissions. */
  role: { path: string; text: string } | null;
}

/** The limits of a sub-agent. A null limit means that only the limits of the run apply. */
export interface DelegateLimits {
  steps: number;
  tokens: number | null;
  /** In US dollars. */
  money: number | null;
  minutes: number | null;
}

/** A request to start a sub-agent. */
export interface DelegateOrder {
  asker: Asker;
  brief: DelegateBrief;
  task: string;
  /** The only tools that the sub-agent has; they refuse calls that it may not make. */
  tools: ToolRegistry;
  limits: DelegateLimits;
  /** The model to use; null for the model that made the call. */
  modelId: string | null;
}

/** The result of a sub-agent. `why` is a sentence; null if the task was completed. */
export interface DelegateEnd {
  outcome: 'completed' | 'ended-early' | 'failed';
  why: string | null;
  /** The sub-agent's last message. */
  report: string;
  /** Files changed by the sub-agent or by its commands. */
  changed: readonly { path: string; kind: 'created' | 'modified' | 'deleted' }[];
  steps: number;
  tokens: number;
  /** The sub-agent has read text from another host. */
  hasReadOutside: boolean;
}

/** Starts sub-agents for a tool call. */
export interface Delegates {
  /** The tools of the agent itself. */
  readonly tools: ToolRegistry;
  /** The model that answers now. */
  readonly modelId: string;
  /** Resolves when the sub-agent has ended; rejects with a `StoppedError` when stopped. */
  start(order: DelegateOrder, signal: AbortSignal): Promise<DelegateEnd>;
}
