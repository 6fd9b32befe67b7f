import type { Duplex } from 'node:stream';
import type { SshQuestions } from './ssh-questions.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs it once after so many milliseconds. Returns a function that prevents it. */
  later(run: () => void, milliseconds: number): () => void;
}

/** The user's own files on this computer, `~/.ssh` above all. */
export interface UserFiles {
  /** Null if there is no such file, or none that may be read. */
  readText(path: string): Promise<string | null>;
  /** Creates the file (0600) and its folder (0700) if they are missing. */
  appendText(path: string, text: string): Promise<void>;
  /** The names in a folder; none if it is missing. */
  listNames(folder: string): Promise<string[]>;
}

/** This computer, as far as a connection depends on it. */
export interface OwnComputer {
  user: string;
  home: string;
  /** `SSH_AUTH_SOCK`, or null. */
  agentSocket: string | null;
}

/** Everything that the connection takes from outside. */
export interface SshPorts {
  clock: Clock;
  questions: SshQuestions;
  files: UserFiles;
  own: OwnComputer;
  randomBytes(count: number): Uint8Array;
  /** Starts a TCP connection. */
  openSocket(host: string, port: number): Duplex;
  /** A sentence for the user that needs no answer. */
  say(sentence: string): void;
}
