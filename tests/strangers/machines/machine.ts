import type { Change } from '../stranger.ts';

/** The environment of a project: native Node, or the engine. The project's folder is the working directory. */
export interface Machine {
  /** `exitCode` is `null` if it did not end in time and was killed. */
  run(command: string, milliseconds: number): Promise<{ exitCode: number | null; output: string }>;
  start(command: string): Promise<Server>;
  change(change: Change): Promise<void>;
  /** Shows it in a browser. */
  show(address: string): Promise<Shown>;
  close(): Promise<void>;
}

export interface Server {
  output(): string;
  /** Returns the address of this port, or of the first one served; null if there is none in time. */
  address(port: number | undefined, milliseconds: number): Promise<string | null>;
  stop(): Promise<void>;
}

export interface Shown {
  sees(text: string, milliseconds: number): Promise<boolean>;
  text(): Promise<string>;
  reload(): Promise<void>;
}

/** Returns a file's text with a change applied. */
export function changed(text: string, { file, from, to }: Change): string {
  if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
  return text.replace(from, () => to);
}
