import type { WorkbenchActions } from '../../../lib/workbench/workbench-actions.ts';
import type { Overlay } from '../overlay-context.tsx';

/**
 * Where a command's keys work. `page`: everywhere. `editor`, `terminal`, `card`: while the focus is there, and there alone.
 * `outside-editor`: everywhere but in the editor, which has something else on these keys.
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

/** What a command works with; the rest it reads from the stores. */
export interface CommandContext {
  actions: WorkbenchActions;
  setOverlay(overlay: Overlay): void;
  /** To another address of the app. */
  navigate(to: string): void;
}

/** A thing that a user can do, wherever it is asked for: by keys, in the palette, or by a button that names it in `data-command`. */
export interface Command {
  /** Settings keep the user's own keys under it: it stays as it is. */
  id: string;
  group: CommandGroup;
  icon: string;
  text(): string;
  /** Until the user gives it others. */
  keys?: string;
  place?: KeyPlace;
  /** What has the focus there answers its keys itself. */
  isLocal?: true;
  /** Held down, the keys do it again and again. */
  isRepeated?: true;
  /** Absent: always. `false`: it would do nothing now, and is not listed; a text: why it cannot be done now. */
  when?(): boolean | string;
  run(context: CommandContext): void;
}

export function canRun({ when }: Command): boolean {
  return when === undefined || when() === true;
}
