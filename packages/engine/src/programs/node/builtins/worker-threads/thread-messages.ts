import type { PortBuffers } from './port-state.ts';

/** Used instead of a file name for the thread that runs module hooks; programs cannot refer to it. */
export const HOOKS_PROGRAM = Symbol('module hooks');

/** The start message of a thread, the first on its port. */
export interface ThreadStart {
  type: 'start';
  threadId: number;
  /** A counter of the process's threads. */
  threadCount: Int32Array;
  /** A file's path, a `data:` URL, code, or the runner of module hooks. */
  program: { kind: 'file'; path: string } | { kind: 'url'; url: string } | { kind: 'code'; source: string } | { kind: 'hooks' };
  argv: string[];
  execArgv: string[];
  workerData: unknown;
  /** The buffers of the ports among the transferred objects, in order; the first is `parentPort`. */
  ports: PortBuffers[];
  environmentData: Map<unknown, unknown>;
  resourceLimits: Record<string, number>;
  hasInput: boolean;
  /** Flags that say whether the parent also wants copies of output to the process's stdout and stderr. */
  listened: Int32Array;
  isOutputKept: boolean;
  isErrorKept: boolean;
  sharesEnvironment: boolean;
  /** Distinguishes the broadcast channels of different processes. */
  processKey: string;
  name: string;
}

/** A message of `postMessageToThread`, or its reply. */
export interface RoutedMessage {
  type: 'routed';
  to: number;
  from: number;
  /** Chosen by the sender. */
  number: number;
  value?: unknown;
  ports?: PortBuffers[];
  transfer?: Transferable[];
  outcome?: string;
}

/** A change between threads that share their environment; a `null` value means removal. */
export interface EnvironmentChange {
  type: 'environment';
  name: string;
  value: string | null;
}

export type ToThread = ThreadStart | { type: 'input'; chunk: Uint8Array | null } | RoutedMessage | EnvironmentChange;

export type FromThread =
  | { type: 'online' }
  /** A thread has started another thread. */
  | { type: 'below'; threadId: number }
  | RoutedMessage
  | EnvironmentChange
  | { type: 'output'; descriptor: 1 | 2; chunk: Uint8Array }
  /** Encoded by value-codec.ts, so that an error keeps its own fields. */
  | { type: 'error'; error: string }
  | { type: 'exit'; exitCode: number };

/** Present only in threads; `worker_threads` uses it to tell that it is not on the main thread. */
export interface ThreadInfo {
  start: ThreadStart;
  parentPort: MessagePort;
  post(message: FromThread, transfer?: readonly Transferable[]): void;
  onRouted(listener: (message: RoutedMessage, ports: readonly MessagePort[]) => void): void;
  onEnvironment(listener: (change: EnvironmentChange) => void): void;
  onInput(listener: (chunk: Uint8Array | null) => void): void;
}

/** Returns the message without its transfer list, which is passed separately. */
export function sendable<Message extends object>(message: Message): Message {
  return 'transfer' in message ? { ...message, transfer: undefined } : message;
}
