/** A project as created by its own makers. Nothing of it is in the repository except this. */
export interface Stranger {
  name: string;
  /** Creates the project in the folder `app` of an empty folder, on native Node. Without it the project consists of `files` only. */
  generate?: string;
  /** Written over the generated files: path → text. */
  files?: Record<string, string>;
  /** Changes made after generation: the user's first change, or one that the page under test needs. */
  changes?: readonly Change[];
  /** Packages whose installed versions the table shows. */
  packages: readonly string[];
  install?: string;
  build?: string | Checked;
  start?: string;
  /** The port of the page to test, if there are several; defaults to the first. */
  port?: number;
  page?: { path?: string; text: string };
  /** Made while `start` runs; `text` is then expected on the page, possibly after a reload. */
  edit?: Change & { text: string };
  test?: string | Checked;
  /** The text of the engine's refusal, for projects that cannot run there at all. */
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

/** In order of execution. */
export const STEPS = ['install', 'build', 'test', 'start', 'page', 'edit'] as const;
export type StepName = (typeof STEPS)[number];

export interface StepResult {
  step: StepName;
  /** `words` means that it failed with a message that explained what is not supported and what to use. */
  status: 'ok' | 'words' | 'fails';
  seconds: number;
  /** The message, or the last lines of its output. */
  said?: string | undefined;
}
