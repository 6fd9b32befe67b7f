import type EventEmitter from 'events/';
/** `process`, as the runtime uses it; programs see a good deal more. */
export interface NodeProcess extends EventEmitter {
  exitCode: number | string | undefined;
  _exiting: boolean;
  argv: string[];
  exit(code?: unknown): never;
  emitWarning(warning: unknown, ...rest: unknown[]): void;
  [extra: string]: unknown;
}
