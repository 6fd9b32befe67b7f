import type { AgentSession, SessionEvent } from '../agent/contract/agent-session.ts';
import type { StepTransport } from '../agent/contract/ports.ts';
import type { ChatMode } from '../protocol/chat-request.ts';
import type { ProblemSource } from '../protocol/project-facts/problem-source.ts';
import type { AgentModeSettings } from '../protocol/settings.ts';
import type { Workspace } from '../runtime/types.ts';

/** A model that `runAgentTask` can use. */
export interface AgentModel {
  transport: StepTransport;
  /** Returns `provider:model` before each step; empty for the server's default. */
  modelId(): string;
}

/** Provides the session that the seed's functions are a view of. */
export interface SessionSource {
  /** Returns `null` if no chat is open. */
  session(): AgentSession | null;
  /** Returns the session, starting one if necessary; `title` names its purpose. */
  open(title: string): Promise<AgentSession>;
  /** Subscribes to whichever session is open; returns a function that unsubscribes. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
  settings(): AgentModeSettings;
  updateSettings(patch: Partial<AgentModeSettings>): void;
  /** Returns the mode for tasks. */
  mode(): ChatMode;
  /** Whether a user sees its approvals and can answer them. */
  hasUser: boolean;
}

/** The project for the seed's functions. The composition root, or your own program, connects it. */
export interface AgentEnvironment {
  workspace: Workspace;
  problems: ProblemSource;
  /** The model for `runAgentTask` if no app runs; without it, a task needs the caller's own driver. */
  model?: AgentModel;
  /** The running app's session; if absent, each orchestrator has its own. */
  app?: SessionSource;
}

// The seed's functions have no project parameter, so the connected project is stored here. Nothing is created on import.
let environment: AgentEnvironment | null = null;

export function connectAgentEnvironment(next: AgentEnvironment | null): void {
  environment = next;
}

export function agentEnvironment(): AgentEnvironment | null {
  return environment;
}
