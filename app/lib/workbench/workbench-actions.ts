import type { ProbeResult } from '../agent/codecs/probe-codec.ts';
import type { BudgetName } from '../agent/session/agent-session.ts';
import type { Checkpoint } from '../chat/checkpoints.ts';
import type { ApprovalId } from '../protocol/ids.ts';
import type { QueuedWhen } from '../protocol/session-state.ts';
import type { AgentModeSettings, AppSettings, CommandRule } from '../protocol/settings.ts';
import type { ApprovalAnswer } from '../protocol/tool-call.ts';
import type { SettingsReading } from '../settings/config/settings-file.ts';
import type { TelemetryLog } from '../telemetry/telemetry-service.ts';

/** What a view of a terminal needs to show and feed it. */
export interface TerminalConnection {
  /** Everything printed so far, then what comes; returns the unsubscriber. */
  subscribe(listener: (chunk: string) => void): () => void;
  write(data: string): void;
  resize(size: { columns: number; rows: number }): void;
}

/** The hash and the text before a run and now, for the Changes tab. */
export interface FileChange {
  path: string;
  kind: 'added' | 'modified' | 'removed';
  before: string;
  after: string;
}

/**
 * Everything a user can do. Components call these and read stores; they hold no rules of their own.
 * No method rejects: what fails becomes a notice with its reason (`$notices`) or the session's notice (`$chat`).
 */
export interface WorkbenchActions {
  /**
   * Sends, starts a chat when there is none; while the agent works it goes in after this step, or after this task. Slash commands are
   * handled here and never sent.
   */
  send(text: string, when?: QueuedWhen): Promise<void>;
  /** Takes back a message that still waits: its text goes into the message box again. */
  withdraw(messageId: string): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  grantIterations(count: number): Promise<void>;
  /** So much more of a budget for this run, in its unit. */
  grantBudget(budget: BudgetName, amount: number): Promise<void>;
  /** The chosen model answers again from the next step on. */
  switchBack(): Promise<void>;
  answerApproval(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<void>;
  /** Approves what waits now, nothing later. */
  approveAll(): Promise<void>;
  /** The text of a file before the change that waits under this approval, and the text it would have. */
  proposedChange(approvalId: ApprovalId): Promise<{ before: string; after: string } | null>;

  /** Has the conversation's middle summarised and shows the summary (`$compaction`); nothing is changed before it is accepted. */
  startCompaction(): Promise<void>;
  cancelCompaction(): void;
  /** Takes the shown summary, as the user has edited it. */
  acceptCompaction(summary: string): Promise<void>;
  undoCompaction(compactionId: string): Promise<void>;
  /** The agent's tools refuse to change what is locked. Of the open chat; without one it is refused with a notice. */
  setLock(path: string, isLocked: boolean): Promise<void>;

  newChat(): Promise<void>;
  /** Puts a template's files into the open chat's project, if it is empty, or into a new chat's. */
  startFromTemplate(name: string): Promise<void>;
  openChat(chatId: string): Promise<boolean>;
  renameChat(chatId: string, title: string): Promise<void>;
  deleteChat(chatId: string): Promise<void>;

  openFile(path: string): Promise<void>;
  closeFile(path: string): void;
  /** Text typed in the editor; not yet saved. */
  editFile(path: string, text: string): void;
  saveFile(path: string): Promise<void>;
  createFile(path: string): Promise<void>;
  createFolder(path: string): Promise<void>;
  renamePath(from: string, to: string): Promise<void>;
  deletePath(path: string): Promise<void>;
  /** Where tasks began and what was there before a restoring, newest first. */
  listCheckpoints(): Promise<readonly Checkpoint[]>;
  /** Takes the files back to that checkpoint; what is there now becomes a checkpoint too. */
  restoreCheckpoint(sequence: number): Promise<void>;
  /** Takes back what the last task changed. */
  undoLastRun(): Promise<void>;
  /** All files changed since the chat's first file state, newest text against oldest. */
  listChanges(): Promise<FileChange[]>;
  exportZip(): Promise<Blob | null>;

  newTerminal(): Promise<void>;
  closeTerminal(terminalId: string): void;
  connectTerminal(terminalId: string): TerminalConnection | null;
  stopProcess(processId: string): Promise<void>;
  /** Types into a command of the agent's, in the fore- or the background; `\r` is Enter, `\x03` Ctrl-C. Nothing of it is kept. */
  sendInput(processId: string, data: string): Promise<void>;

  /** What the agent did, as it was noted in this browser. */
  readTelemetry(): Promise<TelemetryLog>;
  clearTelemetry(): Promise<void>;

  /** Asks a model to call a tool in each way there is; nothing is run. */
  probeModel(modelId: string): Promise<ProbeResult>;
  /** All settings but those of single chats, as a file. */
  settingsAsToml(): Promise<string>;
  /** What importing such a file would change. */
  previewSettings(text: string): Promise<SettingsReading>;
  applySettings(settings: AppSettings): void;

  restartRuntime(): Promise<void>;
  refreshModels(): Promise<void>;
  /** Of these rules those that ask again, since the script they were made for reads otherwise now; none where no project is open. */
  sleepingRules(rules: readonly CommandRule[]): Promise<readonly CommandRule[]>;
  updateSettings(patch: Partial<Omit<AppSettings, 'agent'>>): void;
  updateAgentSettings(patch: Partial<AgentModeSettings>): void;
  dismissNotice(id: number): void;
}
