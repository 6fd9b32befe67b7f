import { atom } from 'nanostores';
import type { Attachment } from '../protocol/attachments/attachment.ts';
import type { ChatId } from '../protocol/ids.ts';

/** A conflict for display: a file's lines now, and before the change that is being undone. */
export interface ShownConflict {
  path: string;
  /** If null: the whole file; `why` gives the reason. */
  lines: readonly { now: string; before: string }[] | null;
  why: string;
}

/** Asked before undoing steps on which later ones build. */
export interface StepsQuestion {
  type: 'steps';
  serial: number;
  label: string;
  later: readonly { sequence: number; label: string }[];
  merged: readonly string[];
  conflicts: readonly ShownConflict[];
  /** Number of files that no later step affects. */
  exact: number;
}

/** Asked before undoing lines that later steps have changed again. */
export interface HunkQuestion {
  type: 'hunk';
  serial: number;
  /** Names the lines and the file. */
  label: string;
  /** Labels of the steps that changed them. */
  later: readonly string[];
  lines: readonly { now: string; before: string }[];
}

export type UndoQuestion = StepsQuestion | HunkQuestion;

/** Is null if nothing is asked. */
export const $undoQuestion = atom<UndoQuestion | null>(null);

/** A sent message that the user is editing. */
export interface EditedMessage {
  serial: number;
  chatId: ChatId;
  messageId: string;
  text: string;
  attachments: readonly Attachment[];
}

/** Is null if the message box is for a new message. */
export const $editedMessage = atom<EditedMessage | null>(null);

/** Changes that should be shown in the Changes tab. */
export interface WantedChanges {
  /** The sequence number of the checkpoint to start from; null for this task. */
  since: number | null;
  /** The file to scroll to, or null. */
  path: string | null;
}

/** Taken by the Changes tab. */
export const $wantedChanges = atom<WantedChanges | null>(null);
