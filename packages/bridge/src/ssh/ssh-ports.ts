import type { Duplex } from 'node:stream';
import type { SshQuestions } from './ssh-questions.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once after so many milliseconds. Returns a function that prevents it. */
  later(run: () => void, milliseconds: number): () => void;
}

/** The user's own files on this computer, `~/.ssh` above all. */
export interface UserFiles {
  /** Returns null if the file does not exist, or must not be read. */
  readText(path: string): Promise<string | null>;
  /** Creates the file (0600) and its folder (0700) if they do not exist. */
  appendText(path: string, text: string): Promise<void>;
  /** Returns the names in a folder; none if it does not exist. */
  listNames(folder: string): Promise<string[]>;
}

/** The facts about this computer on which a connection depends. */
export interface OwnComputer {
  user: string;
  home: string;
  /** `SSH_AUTH_SOCK`, or null. */
  agentSocket: string | null;
}

/** Everything that the connection takes from its environment. */
export interface SshPorts {
  clock: Clock;
  questions: SshQuestions;
  files: UserFiles;
  own: OwnComputer;
  randomBytes(count: number): Uint8Array;
  /** Starts a TCP connection. */
  openSocket(host: string, port: number): Duplex;
  /** Shows the user a sentence that needs no answer. */
  say(sentence: string): void;
}
