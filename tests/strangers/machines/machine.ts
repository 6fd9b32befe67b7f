import type { Change } from '../stranger.ts';

/** What a project runs on: native Node, or the engine. The project's folder is the working directory. */
export interface Machine {
  /** `exitCode` null: it did not end in time, and was ended. */
  run(command: string, milliseconds: number): Promise<{ exitCode: number | null; output: string }>;
  start(command: string): Promise<Server>;
  change(change: Change): Promise<void>;
  /** In a browser. */
  show(address: string): Promise<Shown>;
  close(): Promise<void>;
}

export interface Server {
  output(): string;
  /** Of this port, or of the first to be served; null: none in time. */
  address(port: number | undefined, milliseconds: number): Promise<string | null>;
  stop(): Promise<void>;
}

export interface Shown {
  sees(text: string, milliseconds: number): Promise<boolean>;
  text(): Promise<string>;
  reload(): Promise<void>;
}

/** A file's text with a change in it. */
export function changed(text: string, { file, from, to }: Change): string {
  if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
  return text.replace(from, () => to);
}
