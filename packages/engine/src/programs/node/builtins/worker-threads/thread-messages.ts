import type { PortBuffers } from './port-state.ts';

/** In place of a file's name: the thread that runs module hooks. Programs have no way to name it. */
export const HOOKS_PROGRAM = Symbol('module hooks');

/** What a thread is started with: the first message on its port. */
export interface ThreadStart {
  type: 'start';
  threadId: number;
  /** Counts the threads of the process. */
  threadCount: Int32Array;
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
  /** Whether the parent wants what is written to the process's stdout and stderr, too. */
  listened: Int32Array;
  isOutputKept: boolean;
  isErrorKept: boolean;
  sharesEnvironment: boolean;
  /** Tells the broadcast channels of one process from another's. */
  processKey: string;
  name: string;
}

/** Of `postMessageToThread`, or its answer. */
export interface RoutedMessage {
  type: 'routed';
  to: number;
  from: number;
  /** The sender's. */
  number: number;
  value?: unknown;
  ports?: PortBuffers[];
  transfer?: Transferable[];
  outcome?: string;
}

/** Of threads that share their environment; null: it is gone. */
export interface EnvironmentChange {
  type: 'environment';
  name: string;
  value: string | null;
}

export type ToThread = ThreadStart | { type: 'input'; chunk: Uint8Array | null } | RoutedMessage | EnvironmentChange;

export type FromThread =
  | { type: 'online' }
  /** A thread that a thread has started. */
  | { type: 'below'; threadId: number }
  | RoutedMessage
  | EnvironmentChange
  | { type: 'output'; descriptor: 1 | 2; chunk: Uint8Array }
  /** Text of value-codec.ts: an error keeps its own fields. */
  | { type: 'error'; error: string }
  | { type: 'exit'; exitCode: number };

/** A program's `worker_threads` knows by this that it is not on the main thread. */
export interface ThreadInfo {
  start: ThreadStart;
  parentPort: MessagePort;
  post(message: FromThread, transfer?: readonly Transferable[]): void;
  onRouted(listener: (message: RoutedMessage, ports: readonly MessagePort[]) => void): void;
  onEnvironment(listener: (change: EnvironmentChange) => void): void;
  onInput(listener: (chunk: Uint8Array | null) => void): void;
}

/** Without the list, which goes beside it. */
export function sendable<Message extends object>(message: Message): Message {
  return 'transfer' in message ? { ...message, transfer: undefined } : message;
}
