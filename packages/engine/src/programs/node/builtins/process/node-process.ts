import type EventEmitter from 'events/';
/** The members of `process` that the runtime uses; programs see many more. */
export interface NodeProcess extends EventEmitter {
  exitCode: number | string | undefined;
  _exiting: boolean;
  argv: string[];
  exit(code?: unknown): never;
  emitWarning(warning: unknown, ...rest: unknown[]): void;
  [extra: string]: unknown;
}
