import type { PortBuffers } from './message-port.ts';

/** In place of a file's name: the thread that runs module hooks. Programs have no way to name it. */
export const HOOKS_PROGRAM = Symbol('module hooks');

/** What a thread is started with: the first message on its port. */
export interface ThreadStart {
  type: 'start';
  threadId: number;
  /** A file's path, a `data:` URL, code, or the runner of module hooks. */
  program: { kind: 'file'; path: string } | { kind: 'url'; url: string } | { kind: 'code'; source: string } | { kind: 'hooks' };
  argv: string[];
  execArgv: string[];
  workerData: unknown;
  /** Of the ports among what is transferred, in their order; the first is `parentPort`. */
  ports: PortBuffers[];
  environmentData: Map<unknown, unknown>;
  resourceLimits: Record<string, number>;
  hasInput: boolean;
  isOutputKept: boolean;
  isErrorKept: boolean;
  /** Tells the broadcast channels of one process from another's. */
  processKey: string;
  name: string;
}

export type ToThread = ThreadStart | { type: 'input'; chunk: Uint8Array | null };

export type FromThread =
  | { type: 'online' }
  | { type: 'output'; descriptor: 1 | 2; chunk: Uint8Array }
  /** Text of value-codec.ts: an error keeps its own fields. */
  | { type: 'error'; error: string }
  | { type: 'exit'; exitCode: number };

/** A program's `worker_threads` knows by this that it is not on the main thread. */
export interface ThreadInfo {
  start: ThreadStart;
  parentPort: MessagePort;
  post(message: FromThread): void;
  onInput(listener: (chunk: Uint8Array | null) => void): void;
}
