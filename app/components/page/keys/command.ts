import type { WorkbenchActions } from '../../../lib/workbench/workbench-actions.ts';
import type { Overlay } from '../overlay-context.tsx';

/**
 * Where a command's keys work. `page`: everywhere. `editor`, `terminal`, `card`: only while the focus is there. `outside-editor`:
 * everywhere except in the editor, which uses these keys itself.
 */
export type KeyPlace = 'page' | 'editor' | 'terminal' | 'card' | 'outside-editor';

export type CommandGroup =
  | 'agent'
  | 'message'
  | 'chats'
  | 'project'
  | 'files'
  | 'editor'
  | 'changes'
  | 'preview'
  | 'terminal'
  | 'view'
  | 'settings';

/** The context of a command; everything else is read from the stores. */
export interface CommandContext {
  actions: WorkbenchActions;
  setOverlay(overlay: Overlay): void;
  /** Navigates to another address of the app. */
  navigate(to: string): void;
}

/** An action of the user, available by keys, in the palette, or with a button that names it in `data-command`. */
export interface Command {
  /** Must not change: the settings store the user's own keys by this id. */
  id: string;
  group: CommandGroup;
  icon: string;
  text(): string;
  /** The default keys. */
  keys?: string;
  place?: KeyPlace;
  /** Whether the focused element handles its keys itself. */
  isLocal?: true;
  /** Whether key repeat runs it again. */
  isRepeated?: true;
  /** Whether it can run now; absent for always. `false` hides the command; a text is the reason why it is disabled. */
  when?(): boolean | string;
  run(context: CommandContext): void;
}

export function canRun({ when }: Command): boolean {
  return when === undefined || when() === true;
}
