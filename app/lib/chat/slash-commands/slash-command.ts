import type { ModelInfo } from '../../protocol/models/models.ts';
import type { ProjectPrompts } from '../../protocol/prompts/project-prompt.ts';
import type { KnownRoutine } from '../../settings/config/routines.ts';
import type { CommandSheet } from '../../stores/workbench.ts';
import type { CommandPlace } from '../user-commands.ts';

/** A line that begins with `/`: handled here, never sent to a model. */
export interface SlashCommand {
  name: string;
  /** The arguments as shown in the menu: `<needed>`, `[optional]`; empty if there are none. */
  args(): string;
  text(): string;

  run(args: string, dependencies: SlashCommandDependencies): Promise<void> | void;
}

/** The actions that commands may use. */
export interface SlashCommandDependencies {
  /** Records that this command was used. */
  noteUse(name: string): void;
  info(message: string): void;
  error(message: string): void;
  /** Says why a line was not sent, and offers to send it as a message. */
  offerToSend(why: string, text: string): void;
  /** Sends a task in agent mode. */
  sendTask(task: string): Promise<void>;
  newChat(): Promise<void>;
  /** Clears the view of the open chat; its history stays. */
  clearView(): void;
  stop(): Promise<void>;
  startFromTemplate(name: string): Promise<void>;
  showSheet(sheet: CommandSheet): void;
  openTerminal(): Promise<void>;
  /** Runs in the agent's shell, as the user's own command; `root`: in the project's folder, otherwise in the shell's current folder. */
  runCommand(command: string, where: CommandPlace): Promise<void>;
  routines(): Promise<readonly KnownRoutine[]>;
  projectPrompts(): ProjectPrompts;
  /** Resolves when the models are known. */
  models(): Promise<{ models: readonly ModelInfo[]; activeId: string }>;
  chooseModel(modelId: string): void;
  undoLastStep(): Promise<void>;
  undoLastRun(): Promise<void>;
  compact(): Promise<void>;
  /** Rewrites the text more clearly, in the message box. */
  enhance(text: string): void;
  exportProject(): Promise<void>;
  /** Shows the diagnostics of browser, server and runtime. */
  openDoctor(): void;
  openTour(): void;
}
