import { AISDKError, APICallError, RetryError } from 'ai';
import { ProviderRedirectError } from '../models/provider-fetch.ts';
import type { Refusal } from './refusal.ts';
import { toSafeText } from './to-safe-text.ts';

export interface FailureContext {
  providerName: string;
  secrets: readonly string[];
}

/** "Failed dependency": what the provider refused it will refuse again. Not a 5xx, which says that trying again may help. */
const FINAL = 424;
/** The longest wait a provider is believed. Seconds. */
const MAX_RETRY_AFTER = 24 * 60 * 60;

/**
 * What the browser gets when the provider does not begin to answer. `rate_limited` (429) and `provider_unavailable` (503)
 * are worth another try, after `retry-after` where it is given; 4xx other than 429 are not.
 */
export function providerFailure(error: unknown, context: FailureContext): Refusal {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const reason = toSafeText(cause, context.secrets);
  const { providerName } = context;
  if (!APICallError.isInstance(cause)) return failureBeforeTheCall(cause, reason, providerName);
  const { statusCode } = cause;
  if (statusCode === undefined) return unavailable(`${providerName} could not be reached: ${reason}`);
  if (statusCode === 429 && !/insufficient_quota/.test(cause.responseBody ?? '')) {
    return { status: 429, code: 'rate_limited', message: `${providerName} is limiting requests: ${reason}`, ...retryAfter(cause) };
  }
  if (statusCode === 401 || statusCode === 403) {
    return { status: FINAL, code: 'provider_refused_key', message: `${providerName} refused the key (${statusCode}): ${reason}` };
  }
  if (statusCode === 408 || statusCode === 409 || statusCode >= 500) {
    return { ...unavailable(`${providerName} is not available (${statusCode}): ${reason}`), ...retryAfter(cause) };
  }
  return { status: FINAL, code: 'provider_refused', message: `${providerName} refused the request (${statusCode}): ${reason}` };
}

function failureBeforeTheCall(cause: unknown, reason: string, providerName: string): Refusal {
  if (cause instanceof ProviderRedirectError) return { status: FINAL, code: 'provider_refused', message: reason };
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'TimeoutError') return unavailable(`${providerName} did not answer in time.`);
  if (name === 'AbortError') return { status: 499, code: 'stopped', message: 'The request was stopped.' };
  // The SDK's own errors are about the conversation that was sent: the same one fails the same way.
  if (AISDKError.isInstance(cause))
    return { status: 422, code: 'conversation_refused', message: `The conversation could not be sent: ${reason}` };
  return { status: 500, code: 'step_failed', message: reason };
}

function unavailable(message: string): Refusal {
  return { status: 503, code: 'provider_unavailable', message };
}

function retryAfter(error: APICallError): { retryAfterSeconds?: number } {
  const headers = new Headers(error.responseHeaders);
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  const value = headers.get('retry-after') ?? '';
  const seconds = Number.isFinite(milliseconds) ? milliseconds / 1_000 : secondsOf(value);
  return Number.isFinite(seconds) ? { retryAfterSeconds: Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER) } : {};
}

/** `retry-after` is a number of seconds or a date. */
function secondsOf(value: string): number {
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  return (Date.parse(value) - Date.now()) / 1_000;
}
