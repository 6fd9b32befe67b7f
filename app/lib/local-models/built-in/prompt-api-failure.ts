import { APICallError } from 'ai';

interface Meaning {
  /** As a server would answer: what becomes of it is decided by that and by the words. */
  status: number;
  message: string;
}

/** What the Prompt API's errors mean, by their names. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  NotAllowedError: {
    status: 400,
    message: 'The browser does not let this page use its model, or has to download it first (Settings, Models)',
  },
  NotReadableError: { status: 400, message: 'The browser withheld the answer by its content filter' },
  NotSupportedError: { status: 400, message: 'The browser’s model does not take this kind of input' },
  InvalidStateError: { status: 503, message: 'The browser has ended the session with its model' },
};

/** An error of the browser's model as one of a provider. Null: it is not about the model (somebody stopped it). */
export function promptApiFailure(error: unknown, window: number | null): APICallError | null {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : { name: '', message: String(error) };
  if (name === 'AbortError' || name === 'TimeoutError') return null;
  if (name === 'QuotaExceededError') return tooLong(quotaOf(error) ?? window, error);
  const meaning = MEANINGS[name] ?? { status: 503, message: 'The browser’s model failed' };
  return failure(meaning.status, `${meaning.message}: ${message}`, error);
}

/** In words from which the session learns the window. */
export function tooLong(window: number | null, cause?: unknown): APICallError {
  const of = window === null ? 'is not known' : `is ${window} tokens`;
  return failure(413, `the maximum context length of the browser’s model ${of}`, cause);
}

export function failure(statusCode: number, message: string, cause?: unknown): APICallError {
  return new APICallError({ message, statusCode, url: 'browser:LanguageModel', requestBodyValues: {}, isRetryable: false, cause });
}

function quotaOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('quota' in error)) return null;
  return typeof error.quota === 'number' && error.quota >= 1 && Number.isFinite(error.quota) ? Math.floor(error.quota) : null;
}
