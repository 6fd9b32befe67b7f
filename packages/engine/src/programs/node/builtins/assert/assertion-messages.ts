import type { FailureOptions } from './assertion-error.ts';

interface TrackerOptions {
  fail(message: string | undefined, details: object[]): never;
  warn(): void;
  isExiting(): boolean;
}

/** How values are displayed in a message. */
export interface AssertionDisplay {
  inspect(value: unknown, options: object): string;
  hasColors(): boolean;
  /** Returns the width of the terminal that shows errors, or `null` if errors do not go to a terminal. */
  width(): number | null;
}

export interface AssertionMessages {
  describeFailure(failure: FailureOptions, display: AssertionDisplay): string;
  createCallTracker(options: TrackerOptions): unknown;
  joinStacks(stack: string, original: unknown): string;
}
