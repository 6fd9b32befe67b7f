/** A project as its own makers make it. Nothing of it is in the repository but what is here. */
export interface Stranger {
  name: string;
  /** Makes the project in the folder `app` of an empty folder, on native Node. Without it the project is `files` alone. */
  generate?: string;
  /** Written over what was generated: path → text. */
  files?: Record<string, string>;
  /** Files to change after generation: the user's first change, or what the page to look at needs. */
  changes?: readonly Change[];
  /** Packages whose installed versions the table shows. */
  packages: readonly string[];
  install?: string;
  build?: string | Checked;
  start?: string;
  /** Of several ports the one whose page is looked at; the first one without it. */
  port?: number;
  page?: { path?: string; text: string };
  /** Made while `start` runs; `text` is then seen on the page, if need be after a reload. */
  edit?: Change & { text: string };
  test?: string | Checked;
  /** What the engine's refusal says, for what cannot run there at all. */
  words?: string;
  /** Small enough for every continuous run. */
  isQuick?: boolean;
}

/** A command that must also print something. */
export interface Checked {
  command: string;
  text: string;
}

export interface Change {
  file: string;
  from: string;
  to: string;
}

export type Where = 'native' | 'engine';

/** In the order in which they are taken. */
export const STEPS = ['install', 'build', 'test', 'start', 'page', 'edit'] as const;
export type StepName = (typeof STEPS)[number];

export interface StepResult {
  step: StepName;
  /** `words`: it failed, and a sentence said what is not supported and what to use. */
  status: 'ok' | 'words' | 'fails';
  seconds: number;
  /** The sentence, or the last lines of what it printed. */
  said?: string | undefined;
}
