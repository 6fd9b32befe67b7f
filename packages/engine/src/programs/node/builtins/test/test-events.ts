import { errorMessage } from '../../../../text/error-message.ts';

/** The place where a test was declared. */
export interface TestPlace {
  file?: string;
  line?: number;
  column?: number;
}

export interface TestResult extends TestPlace {
  name: string;
  nesting: number;
  testNumber: number;
  details: { duration_ms: number; type?: 'suite'; error?: unknown };
  skip?: string | true;
  todo?: string | true;
}

export interface TestCounts {
  tests: number;
  suites: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
  todo: number;
}

/** The events that reporters receive, as in Node's documentation of `TestsStream`. */
export type TestEvent =
  | { type: 'test:start'; data: TestPlace & { name: string; nesting: number } }
  | { type: 'test:pass' | 'test:fail'; data: TestResult }
  | { type: 'test:plan'; data: { nesting: number; count: number } }
  | { type: 'test:diagnostic'; data: { nesting: number; message: string } }
  | { type: 'test:stdout' | 'test:stderr'; data: { file: string; message: string } }
  | { type: 'test:summary'; data: { counts: TestCounts; duration_ms: number; success: boolean } };

export type FailureType =
  | 'testCodeFailure'
  | 'subtestsFailed'
  | 'testTimeoutFailure'
  | 'cancelledByParent'
  | 'hookFailed'
  | 'callbackAndPromisePresent'
  | 'multipleCallbackInvocations'
  | 'uncaughtException'
  | 'unhandledRejection';

/** Creates the error of a failed test; its cause is the thrown value. */
export function testFailure(cause: unknown, failureType: FailureType): Error {
  const message = errorMessage(cause);
  const error = Object.assign(new Error(message, { cause }), { code: 'ERR_TEST_FAILURE', failureType });
  // No stack frames: the error has no location in the program, but its cause does.
  error.stack = `Error [ERR_TEST_FAILURE]: ${message}`;
  return error;
}

export function failureTypeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'failureType' in error ? String(error.failureType) : undefined;
}

export function emptyCounts(): TestCounts {
  return { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 };
}
