import { APICallError } from 'ai';

interface Meaning {
  /** The status that a server would return; status and message determine how the error is handled. */
  status: number;
  message: string;
}

/** Meanings of the Prompt API's errors, by name. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  NotAllowedError: {
    status: 400,
    message: 'The browser does not let this page use its model, or has to download it first (Settings, Models)',
  },
  NotReadableError: { status: 400, message: 'The browser withheld the answer by its content filter' },
  NotSupportedError: { status: 400, message: 'The browser’s model does not take this kind of input' },
  InvalidStateError: { status: 503, message: 'The browser has ended the session with its model' },
};

/** Converts an error of the browser's model to a provider's error. Returns null if it is not about the model, but a cancellation. */
export function promptApiFailure(error: unknown, window: number | null): APICallError | null {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : { name: '', message: String(error) };
  if (name === 'AbortError' || name === 'TimeoutError') return null;
  if (name === 'QuotaExceededError') return tooLong(quotaOf(error) ?? window, error);
  const meaning = MEANINGS[name] ?? { status: 503, message: 'The browser’s model failed' };
  return failure(meaning.status, `${meaning.message}: ${message}`, error);
}

/** Returns an error with a message from which the session learns the window. */
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
