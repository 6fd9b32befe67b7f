import { atom } from 'nanostores';
import type { Attachment } from '../protocol/attachments/attachment.ts';
import type { ChatId } from '../protocol/ids.ts';

/** A conflict as it is shown: the lines of a file now, and as they were before what is taken back. */
export interface ShownConflict {
  path: string;
  /** null: the file as a whole; `why` says it. */
  lines: readonly { now: string; before: string }[] | null;
  why: string;
}

/** Before steps are taken back that later ones build on. */
export interface StepsQuestion {
  type: 'steps';
  serial: number;
  label: string;
  later: readonly { sequence: number; label: string }[];
  merged: readonly string[];
  conflicts: readonly ShownConflict[];
  /** Files that have nothing to do with later steps. */
  exact: number;
}

/** Before lines are taken back that later steps have changed again. */
export interface HunkQuestion {
  type: 'hunk';
  serial: number;
  /** Which lines of which file. */
  label: string;
  /** Labels of the steps that changed them. */
  later: readonly string[];
  lines: readonly { now: string; before: string }[];
}

export type UndoQuestion = StepsQuestion | HunkQuestion;

/** null: nothing is asked. */
export const $undoQuestion = atom<UndoQuestion | null>(null);

/** A message that was sent and that the user says in another way. */
export interface EditedMessage {
  serial: number;
  chatId: ChatId;
  messageId: string;
  text: string;
  attachments: readonly Attachment[];
}

/** null: the message box is for what comes next. */
export const $editedMessage = atom<EditedMessage | null>(null);

/** Changes that somewhere else has asked to be shown. */
export interface WantedChanges {
  /** The checkpoint from which on, by its sequence; null: this task. */
  since: number | null;
  /** The file to go to; null: none. */
  path: string | null;
}

/** Taken by the Changes tab. */
export const $wantedChanges = atom<WantedChanges | null>(null);
