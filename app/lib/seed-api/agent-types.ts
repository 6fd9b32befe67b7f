import type { AgentStatus } from '../protocol/session-state.ts';
import type { AgentModeSettings } from '../protocol/settings.ts';

/** The seed's types, under the seed's names. */
export type { AgentStatus } from '../protocol/session-state.ts';
export { type AgentModeSettings, DEFAULT_AGENT_SETTINGS } from '../protocol/settings.ts';

export interface ToolCallRecord {
  name: string;
  params: Record<string, unknown>;
  result?: ToolExecutionResult;
  /** Milliseconds since the epoch. */
  timestamp: number;
  /** Milliseconds. */
  duration: number;
  approved: boolean;
}

/** A session's state. It is always consistent, because only the state machine's events change it. */
export interface AgentExecutionState {
  iteration: number;
  maxIterations: number;
  status: AgentStatus;
  isExecuting: boolean;
  toolCalls: ToolCallRecord[];
  totalToolCalls: number;
  filesCreated: string[];
  filesModified: string[];
  commandsExecuted: string[];
  sessionStartTime: number;
  sessionEndTime?: number;
  errorMessage?: string;
}

export const INITIAL_AGENT_STATE: AgentExecutionState = {
  iteration: 0,
  maxIterations: 25,
  status: 'idle',
  isExecuting: false,
  toolCalls: [],
  totalToolCalls: 0,
  filesCreated: [],
  filesModified: [],
  commandsExecuted: [],
  sessionStartTime: 0,
};

export interface ToolExecutionResult<Data = unknown> {
  success: boolean;
  data?: Data;
  error?: string;
}

export interface ReadFileResult {
  content: string;
  path: string;
  lineCount: number;
  truncated?: boolean;
}

export interface WriteFileResult {
  path: string;
  bytesWritten: number;
  created: boolean;
}

export interface ListDirectoryResult {
  path: string;
  entries: { name: string; isDirectory: boolean; size?: number }[];
  totalCount?: number;
  truncated?: boolean;
}

export interface RunCommandResult {
  command?: string;
  exitCode: number;
  stdout?: string;
  stderr?: string;
  output?: string;
  timedOut?: boolean;
}

export interface GetErrorsResult {
  hasErrors: boolean;
  count: number;
  errors: { source: string; message: string; file?: string; line?: number; count: number }[];
}

export interface SearchCodeResult {
  query: string;
  matchCount: number;
  results: { file: string; line: number; content: string; matchStart?: number; matchEnd?: number }[];
  truncated?: boolean;
}

/** The seed's request for approval. */
export interface AgentApprovalRequest {
  id: string;
  type: 'file_create' | 'file_modify' | 'command';
  /** Why approval is needed. */
  reason: string;
  description: string;
  toolName: string;
  params: Record<string, unknown>;
  timestamp: number;
}

/** As in the seed: a program may omit any field. */
export type ApprovalRequest = Partial<AgentApprovalRequest>;

export interface AgentOrchestratorOptions {
  maxIterations?: number;
  onStatusChange?(status: AgentStatus): void;
  onToolExecuted?(record: ToolCallRecord): void;
  onIterationComplete?(iteration: number, state: AgentExecutionState): void;
  /** Called when a program's own session, or a task from it, has ended. */
  onSessionEnd?(summary: string, state: AgentExecutionState): void;
  /** Without it, the app's user is asked; if no app runs, calls that need approval are denied. */
  onApprovalNeeded?(request: AgentApprovalRequest): Promise<boolean>;
  /** Approves everything that needs approval, but nothing that is blocked. */
  autoApproveAll?: boolean;
}

export interface AgentTaskRequest {
  task: string;
  settings?: Partial<AgentModeSettings>;
}

export interface AgentTaskResult {
  success: boolean;
  summary: string;
  state: AgentExecutionState;
  error?: string;
}
