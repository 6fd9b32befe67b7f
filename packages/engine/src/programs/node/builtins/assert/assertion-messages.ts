import type { FailureOptions } from './assertion-error.ts';

interface TrackerOptions {
  fail(message: string | undefined, details: object[]): never;
  warn(): void;
  isExiting(): boolean;
}

/** How values are shown in a message. */
export interface AssertionDisplay {
  inspect(value: unknown, options: object): string;
  hasColors(): boolean;
  /** Of the terminal that errors are shown on; null: they are shown elsewhere. */
  width(): number | null;
}

export interface AssertionMessages {
  describeFailure(failure: FailureOptions, display: AssertionDisplay): string;
  createCallTracker(options: TrackerOptions): unknown;
  joinStacks(stack: string, original: unknown): string;
}
