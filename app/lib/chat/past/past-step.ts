import type { ContentHash } from '../../protocol/ids.ts';

/** null: the file was not there. */
export interface VersionChange {
  before: ContentHash | null;
  after: ContentHash | null;
}

/**
 * Who did it: tools of the agent, a command of the agent, a command of the user, the user by hand, a program in the background, another
 * chat of the project. `restore` and `undo`: the user went back.
 */
export type StepKind = 'agent' | 'command' | 'user-command' | 'user' | 'program' | 'elsewhere' | 'restore' | 'undo';

/** Something that changed files of the project and can be taken back by itself. */
export interface PastStep {
  /** The files were what they had been before the record with this number; it names the step. */
  sequence: number;
  /** Milliseconds since the epoch. */
  at: number;
  kind: StepKind;
  /** What it did: “Wrote src/App.tsx and 2 more”, “npm install”. */
  label: string;
  /** The label in the user's language; `label` itself is what the journal and the model get. */
  shown: string;
  /** The user's own name for it; null: none. */
  name: string | null;
  /** What it made of each file in the end. */
  changes: ReadonlyMap<string, VersionChange>;
  /** Commands that ran in it: what they did outside of the project's files is not known. */
  commands: readonly string[];
  /** Neither taken back itself nor by going back to before it. */
  isInEffect: boolean;
}
