import { because, type Reason } from '../../protocol/texts/reason.ts';
import { StepFailedError, type StepFailure, StoppedError } from '../contract/errors.ts';
import type { Clock } from '../contract/ports.ts';
import type { Silence } from '../contract/silence.ts';

export interface SilenceWatchDependencies {
  clock: Clock;
  /** Ends the request when the user stops the run. */
  stop: AbortSignal;
  /** How long nothing may come before the answer is ended; asked again whenever it counts. Milliseconds. */
  longestSilence(): number;
  onChange(silence: Silence | null): void;
}

/** After so long without data the user is notified. Milliseconds. */
export const SILENCE_IS_TOLD_AFTER = 20_000;

/**
 * Watches over one request to a model: notices when no data comes, whether before its first byte or after, and ends it when that has
 * lasted too long or the user asks again. What counts as data the caller says: keep-alive comments are none.
 */
export class SilenceWatch {
  /** Aborts when the request must end, for whatever reason. */
  readonly signal: AbortSignal;
  readonly #dependencies: SilenceWatchDependencies;
  readonly #controller = new AbortController();
  #cancel: () => void = () => undefined;
  #lastData = 0;
  #isSilent = false;
  #end: { message: Reason; failure: StepFailure } | null = null;

  constructor(dependencies: SilenceWatchDependencies) {
    this.#dependencies = dependencies;
    this.signal = AbortSignal.any([dependencies.stop, this.#controller.signal]);
  }

  /** From now on data is waited for. */
  start(): void {
    this.#lastData = this.#dependencies.clock.now();
    this.#lookAfter(SILENCE_IS_TOLD_AFTER);
  }

  dataCame(): void {
    this.#lastData = this.#dependencies.clock.now();
    if (!this.#isSilent) return;
    this.#setSilent(false);
    this.#lookAfter(SILENCE_IS_TOLD_AFTER);
  }

  /** Nothing is waited for any more. */
  rest(): void {
    this.#cancel();
    this.#setSilent(false);
  }

  /** Ends a silent request, so that it is sent again; false while data comes. */
  askAgain(): boolean {
    if (!this.#isSilent) return false;
    const message = because('No data had come for {time}; asked again.', { time: duration(this.#silentFor()) });
    this.#endWith({ message, failure: 'asked-again' });
    return true;
  }

  /** What the failure of the request was really about. `parts`: what had come. */
  causeOf(error: unknown, parts: StepFailedError['parts']): unknown {
    if (this.#dependencies.stop.aborted) return new StoppedError();
    return this.#end === null ? error : new StepFailedError(this.#end.message, parts, this.#end.failure);
  }

  #lookAfter(ms: number): void {
    this.#cancel();
    this.#cancel = this.#dependencies.clock.after(Math.max(1, ms), () => this.#look());
  }

  #look(): void {
    const silent = this.#silentFor();
    const longest = this.#dependencies.longestSilence();
    if (silent >= longest) {
      this.#endWith({
        message: because('No data came for {time}, so the answer was ended.', { time: duration(longest) }),
        failure: 'time-out',
      });
      return;
    }
    if (silent < SILENCE_IS_TOLD_AFTER) this.#lookAfter(SILENCE_IS_TOLD_AFTER - silent);
    else {
      this.#setSilent(true);
      this.#lookAfter(longest - silent);
    }
  }

  #silentFor(): number {
    return this.#dependencies.clock.now() - this.#lastData;
  }

  #endWith(end: { message: Reason; failure: StepFailure }): void {
    this.#end = end;
    this.rest();
    this.#controller.abort();
  }

  #setSilent(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    const since = this.#lastData;
    this.#dependencies.onChange(isSilent ? { since, endsAt: since + this.#dependencies.longestSilence() } : null);
  }
}

function duration(ms: number): Reason {
  const seconds = Math.round(ms / 1_000);
  return seconds >= 120 && seconds % 60 === 0 ? because('{count} min', { count: seconds / 60 }) : because('{count} s', { count: seconds });
}
