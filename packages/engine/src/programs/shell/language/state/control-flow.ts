import type { SignalName } from '../../../../abi/system-calls.ts';

/** `break n` and `continue n` on their way to the loop they mean. */
export class LoopSignal extends Error {
  override readonly name = 'LoopSignal';
  constructor(
    readonly kind: 'break' | 'continue',
    readonly depth: number,
  ) {
    super(kind);
  }
}

/** `return` on its way to the function's or sourced file's end. */
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

/** A signal that ends the shell, which has an EXIT trap to run first. */
export class TerminationSignal extends Error {
  override readonly name = 'TerminationSignal';
  constructor(readonly signal: SignalName) {
    super(`ended by ${signal}`);
  }
}

/** An expansion or assignment that cannot be: `jsh: message`, and the command is not run. */
export class ExpansionError extends Error {
  override readonly name = 'ExpansionError';
  constructor(
    message: string,
    /** Ends a shell that is not interactive (`${x:?}`, an unset variable under `set -u`). */
    readonly isFatal: boolean,
    /** What the shell then ends with. */
    readonly exitCode = 127,
  ) {
    super(message);
  }
}
