import type { ModelInfo } from '../../protocol/models/models.ts';
import type { ProjectPrompts } from '../../protocol/prompts/project-prompt.ts';
import type { KnownRoutine } from '../../settings/config/routines.ts';
import type { CommandSheet } from '../../stores/workbench.ts';
import type { CommandPlace } from '../user-commands.ts';

/** A line that begins with `/`: handled here, never sent to a model. */
export interface SlashCommand {
  name: string;
  /** As a menu shows them: `<needed>`, `[optional]`; empty: none. */
  args(): string;
  text(): string;

  run(args: string, dependencies: SlashCommandDependencies): Promise<void> | void;
}

/** What the commands may do. */
export interface SlashCommandDependencies {
  /** Notes that this command was used. */
  noteUse(name: string): void;
  info(message: string): void;
  error(message: string): void;
  /** Says why a line was not sent, and offers to send it as a message. */
  offerToSend(why: string, text: string): void;
  /** Sends a task in agent mode. */
  sendTask(task: string): Promise<void>;
  newChat(): Promise<void>;
  /** Empties the view of the open chat; its history stays. */
  clearView(): void;
  stop(): Promise<void>;
  startFromTemplate(name: string): Promise<void>;
  showSheet(sheet: CommandSheet): void;
  openTerminal(): Promise<void>;
  /** In the agent's shell, as the user's own; `root`: in the project's folder, else where the shell is. */
  runCommand(command: string, where: CommandPlace): Promise<void>;
  routines(): Promise<readonly KnownRoutine[]>;
  projectPrompts(): ProjectPrompts;
  /** As soon as they are known. */
  models(): Promise<{ models: readonly ModelInfo[]; activeId: string }>;
  chooseModel(modelId: string): void;
  undoLastStep(): Promise<void>;
  undoLastRun(): Promise<void>;
  compact(): Promise<void>;
  /** Has the text written more clearly, in the message box. */
  enhance(text: string): void;
  exportProject(): Promise<void>;
  /** Shows what is examined of browser, server and runtime. */
  openDoctor(): void;
  openTour(): void;
}
