import type { SignalName } from '../../../../abi/system-calls.ts';

/** Thrown by `break n` and `continue n` up to the target loop. */
export class LoopSignal extends Error {
  override readonly name = 'LoopSignal';
  constructor(
    readonly kind: 'break' | 'continue',
    readonly depth: number,
  ) {
    super(kind);
  }
}

/** Thrown by `return` up to the end of the function or sourced file. */
export class ReturnSignal extends Error {
  override readonly name = 'ReturnSignal';
  constructor(readonly exitCode: number) {
    super('return');
  }
}

/** Ends the (sub)shell: `exit`, `set -e`, a fatal expansion error. */
export class ExitSignal extends Error {
  override readonly name = 'ExitSignal';
  constructor(readonly exitCode: number) {
    super('exit');
  }
}

/** Ctrl-C: the reason of the job's abort signal. */
export class InterruptSignal extends Error {
  override readonly name = 'InterruptSignal';
  constructor() {
    super('interrupted');
  }
}

/** A signal that ends a shell that must run its EXIT trap first. */
export class TerminationSignal extends Error {
  override readonly name = 'TerminationSignal';
  constructor(readonly signal: SignalName) {
    super(`ended by ${signal}`);
  }
}

/** An invalid expansion or assignment: prints `jsh: message`, and the command is not run. */
export class ExpansionError extends Error {
  override readonly name = 'ExpansionError';
  constructor(
    message: string,
    /** Ends a non-interactive shell (`${x:?}`, an unset variable under `set -u`). */
    readonly isFatal: boolean,
    /** The exit code with which the shell then ends. */
    readonly exitCode = 127,
  ) {
    super(message);
  }
}
