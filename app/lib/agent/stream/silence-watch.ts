import { because, type Reason } from '../../protocol/texts/reason.ts';
import { StepFailedError, type StepFailure, StoppedError } from '../contract/errors.ts';
import type { Clock } from '../contract/ports.ts';
import type { Silence } from '../contract/silence.ts';

export interface SilenceWatchDependencies {
  clock: Clock;
  /** Ends the request when the user stops the run. */
  stop: AbortSignal;
  /** Returns the longest allowed silence in milliseconds, after which the answer is ended; called whenever it is needed. */
  longestSilence(): number;
  onChange(silence: Silence | null): void;
}

/** The user is notified after this long without data, in milliseconds. */
export const SILENCE_REPORTED_AFTER = 20_000;

/**
 * Watches one request to a model: detects silence, before the first byte or later, and ends the request when the silence lasts too long or
 * the user retries. The caller decides what counts as data; keep-alive comments do not.
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

  /** Starts waiting for data. */
  start(): void {
    this.#lastData = this.#dependencies.clock.now();
    this.#lookAfter(SILENCE_REPORTED_AFTER);
  }

  dataCame(): void {
    this.#lastData = this.#dependencies.clock.now();
    if (!this.#isSilent) return;
    this.#setSilent(false);
    this.#lookAfter(SILENCE_REPORTED_AFTER);
  }

  /** Stops waiting for data. */
  rest(): void {
    this.#cancel();
    this.#setSilent(false);
  }

  /** Ends a silent request, so that it is sent again; returns false while data arrives. */
  askAgain(): boolean {
    if (!this.#isSilent) return false;
    const message = because('No data had come for {time}; asked again.', { time: duration(this.#silentFor()) });
    this.#endWith({ message, failure: 'asked-again' });
    return true;
  }

  /** Returns the actual cause of the request's failure. `parts` is what had arrived. */
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
    if (silent < SILENCE_REPORTED_AFTER) this.#lookAfter(SILENCE_REPORTED_AFTER - silent);
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
