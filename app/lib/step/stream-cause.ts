import { APICallError, JSONParseError, TypeValidationError } from 'ai';
import { AnswerLimitError } from './answer-limits.ts';

/** The connection ended during an answer. The message is safe to show. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';

  constructor() {
    super('The answer ended before it was complete. Try again.');
  }
}

/** Names for a lost connection in Node, workerd, and the browsers. */
const GONE = /^terminated$|network connection lost|network error|load failed|failed to fetch|socket|ECONNRESET|premature close/i;

/** The real cause of an error during an answer, without the SDK's wrapper. */
export function streamCause(error: unknown): unknown {
  if (TypeValidationError.isInstance(error)) return reportIn(error.value) ?? error;
  if (!(error instanceof Error)) return error;
  const { cause } = error;
  if (cause instanceof AnswerLimitError) return cause;
  const isReading = APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode < 300;
  if (isReading && cause instanceof Error && !JSONParseError.isInstance(cause) && !TypeValidationError.isInstance(cause))
    return new CutOffError();
  return GONE.test(error.message) ? new CutOffError() : error;
}

/** A provider's error report in a form that its SDK does not know; undefined if it is not a report. */
export function reportIn(value: unknown): { message: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const report = 'error' in value ? value.error : value;
  if (typeof report !== 'object' || report === null || !('message' in report)) return undefined;
  const { message } = report;
  return typeof message === 'string' ? Object.assign(report, { message }) : undefined;
}
