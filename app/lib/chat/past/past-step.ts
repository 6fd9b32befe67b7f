import type { ContentHash } from '../../protocol/ids.ts';

/** A version, or null if the file did not exist. */
export interface VersionChange {
  before: ContentHash | null;
  after: ContentHash | null;
}

/**
 * The author: the agent's tools, a command of the agent, a command of the user, the user's edits, a background program, or
 * another chat of the project. `restore` and `undo`: the user restored or undid something.
 */
export type StepKind = 'agent' | 'command' | 'user-command' | 'user' | 'program' | 'elsewhere' | 'restore' | 'undo';

/** A step that changed project files and can be undone separately. */
export interface PastStep {
  /** Identifies the step: the sequence number of the record before which the files had their earlier state. */
  sequence: number;
  /** Milliseconds since the epoch. */
  at: number;
  kind: StepKind;
  /** A summary: “Wrote src/App.tsx and 2 more”, “npm install”. */
  label: string;
  /** The label in the user's language; `label` itself is for the journal and the model. */
  shown: string;
  /** The user's own name for it; null if there is none. */
  name: string | null;
  /** The net change to each file. */
  changes: ReadonlyMap<string, VersionChange>;
  /** Commands that ran in it: their effects outside the project's files are unknown. */
  commands: readonly string[];
  /** False if it was undone, or if a restore went back to before it. */
  isInEffect: boolean;
  /** The agent's call that made it; null if no call did. */
  call: PastCall | null;
}

export interface PastCall {
  toolCallId: string;
  toolName: string;
  /** The call restored an earlier version of a file, or of some of its lines. */
  restored: 'whole' | 'lines' | null;
}
