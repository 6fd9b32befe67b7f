import type { AgentSession, SessionEvent } from '../agent/contract/agent-session.ts';
import type { StepTransport } from '../agent/contract/ports.ts';
import type { ChatMode } from '../protocol/chat-request.ts';
import type { ProblemSource } from '../protocol/project-facts/problem-source.ts';
import type { AgentModeSettings } from '../protocol/settings.ts';
import type { Workspace } from '../runtime/types.ts';

/** A model that `runAgentTask` can ask. */
export interface AgentModel {
  transport: StepTransport;
  /** `provider:model`, asked before each step; empty: the server's default. */
  modelId(): string;
}

/** Where the seed's functions find the session that they are a view of. */
export interface SessionSource {
  /** null: no chat is open. */
  session(): AgentSession | null;
  /** The same, begun where there is none; `title` names what for. */
  open(title: string): Promise<AgentSession>;
  /** Of whichever session is open; returns the unsubscriber. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
  settings(): AgentModeSettings;
  updateSettings(patch: Partial<AgentModeSettings>): void;
  /** In which a task is worked on. */
  mode(): ChatMode;
  /** Somebody sees its approvals and can answer them. */
  hasUser: boolean;
}

/** The project the seed's functions work on. The composition root, or your own program, connects it. */
export interface AgentEnvironment {
  workspace: Workspace;
  problems: ProblemSource;
  /** Absolute path of the project in the runtime. */
  projectRoot: string;
  /** What `runAgentTask` asks where no app runs; without it a task needs a driver of the caller's own. */
  model?: AgentModel;
  /** The session of the app that runs; absent: each orchestrator has one of its own. */
  app?: SessionSource;
}

// The seed's functions take no project: which one is meant must be kept somewhere. Nothing is made here at import.
let environment: AgentEnvironment | null = null;

export function connectAgentEnvironment(next: AgentEnvironment | null): void {
  environment = next;
}

export function agentEnvironment(): AgentEnvironment | null {
  return environment;
}
