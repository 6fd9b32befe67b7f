import { AISDKError, APICallError, NoOutputGeneratedError, RetryError } from 'ai';
import { type FailureKind, isWorthRetry, type StreamFailure } from '../protocol/models/failure-kind.ts';
import { contextRoomOf } from '../protocol/models/too-long.ts';
import { because, type Reason, reasonText } from '../protocol/texts/reason.ts';
import { AnswerLimitError } from './answer-limits.ts';
import { failureKindOf, type ProviderWords } from './failure-kind-of.ts';
import { ProviderAddressError } from './provider-address-error.ts';
import type { Refusal } from './refusal.ts';
import { refusedPartOf } from './refused/refused-part-of.ts';
import { unreadCallIn } from './refused/step-ending.ts';
import { toSafeText } from './to-safe-text.ts';
import { unreadAnswer } from './unread-answer.ts';
import { waitNamed } from './wait-named.ts';

export interface FailureContext {
  providerName: string;
  secrets: readonly string[];
  /** In the order in which they were offered. */
  toolNames?: readonly string[];
}

/** "Failed dependency": the provider would refuse a retry too. Not a 5xx status, which suggests a retry. */
const FINAL = 424;
/** How much of an error's text is examined. In characters. */
const LOOKED_AT = 8_000;

const BROKEN_CONNECTION =
  /network connection lost|network error|fetch failed|connection (?:was )?(?:closed|refused|reset|lost)|ECONN|socket/i;

const CODES: Readonly<Partial<Record<FailureKind, string>>> = {
  'rate-limit': 'rate_limited',
  'wrong-key': 'provider_refused_key',
};

/**
 * The browser's answer if the provider does not begin to answer: the kind of failure, with 429 or 503 if a retry may help (after
 * `retry-after` if the provider gives a time), otherwise 424.
 */
export function providerFailure(error: unknown, context: FailureContext): Refusal {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const reason = toSafeText(cause, context.secrets);
  const { providerName } = context;
  if (!APICallError.isInstance(cause)) return failureBeforeTheCall(cause, reason, providerName);
  const { statusCode } = cause;
  if (statusCode === undefined)
    return unavailable('network-gone', because('{provider} could not be reached: {error}', { provider: providerName, error: reason }));
  const unreadCall = unreadCallIn(cause, context.secrets);
  if (unreadCall !== null) {
    const why = because('{provider} could not read the call that the model made: {error}', { provider: providerName, error: reason });
    return { ...unavailable('malformed', why), unreadCall };
  }
  const kind = statusCode < 300 ? 'malformed' : (failureKindOf(wordsOf(cause)) ?? 'refused');
  const why = because('{why}: {error}', { why: sentenceOf(kind, providerName, statusCode), error: reason });
  if (!isWorthRetry(kind)) {
    const about = aboutOf(kind, wordsOf(cause), context.toolNames);
    return { status: FINAL, code: CODES[kind] ?? 'provider_refused', kind, ...about, ...said(why) };
  }
  // Some providers answer every refusal with 500.
  const about = statusCode === 500 ? aboutOf('refused', wordsOf(cause), context.toolNames) : {};
  const wait = waitOf(cause);
  const again = wait === null ? {} : { retryAfterSeconds: wait };
  return kind === 'rate-limit'
    ? { status: 429, code: 'rate_limited', kind, ...said(why), ...again }
    : { ...unavailable(kind, why), ...about, ...again };
}

/** The failure for an error after the answer has begun. */
export function streamFailure(error: unknown, { toolNames, secrets = [] }: Partial<FailureContext> = {}): StreamFailure {
  const cause = error instanceof Error && error.cause instanceof AnswerLimitError ? error.cause : error;
  if (cause instanceof AnswerLimitError) return { kind: 'refused', reason: cause.reason };
  const unread = unreadAnswer(cause);
  if (unread !== null) return { kind: 'malformed', reason: unread };
  const wait = waitOf(cause);
  const unreadCall = unreadCallIn(cause, secrets);
  if (unreadCall !== null) return { kind: 'malformed', unreadCall };
  const kind = streamKindOf(cause);
  return { kind, ...aboutOf(kind, wordsOf(cause), toolNames), ...(wait === null ? {} : { retryAfterMs: wait * 1_000 }) };
}

/** Kinds of refusal that are caused by the request's content. */
const ABOUT_THE_REQUEST: ReadonlySet<FailureKind> = new Set<FailureKind>(['refused', 'unknown-model', 'cut-off']);

function aboutOf(kind: FailureKind, words: ProviderWords, toolNames: readonly string[] = []): Pick<StreamFailure, 'about' | 'room'> {
  if (kind === 'context-too-long') return { room: contextRoomOf(words.text) };
  const about = ABOUT_THE_REQUEST.has(kind) ? refusedPartOf(words, toolNames) : null;
  return about === null ? {} : { about };
}

function streamKindOf(cause: unknown): FailureKind {
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'time-out';
  const isUnread = NoOutputGeneratedError.isInstance(cause);
  const words = wordsOf(cause);
  // A success status without an answer: the SDK reports a broken connection in this way.
  if (words.status !== null && words.status < 300) return 'cut-off';
  if (isUnread) return 'malformed';
  return failureKindOf(words) ?? 'cut-off';
}

function failureBeforeTheCall(cause: unknown, reason: string, providerName: string): Refusal {
  if (cause instanceof ProviderAddressError) return { status: FINAL, code: 'provider_refused', kind: 'refused', message: reason };
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'TimeoutError') return unavailable('time-out', because('{provider} did not answer in time.', { provider: providerName }));
  if (name === 'AbortError') return { status: 499, code: 'stopped', message: 'The request was stopped.' };
  if (NoOutputGeneratedError.isInstance(cause))
    return unavailable('malformed', because('{why}: {error}', { why: sentenceOf('malformed', providerName, 200), error: reason }));
  // The SDK's own errors are about the conversation, so a retry fails in the same way.
  if (AISDKError.isInstance(cause))
    return {
      status: 422,
      code: 'conversation_refused',
      kind: 'refused',
      ...said(because('The conversation could not be sent: {error}', { error: reason })),
    };
  // workerd reports broken connections only as text.
  if (BROKEN_CONNECTION.test(reason))
    return unavailable('network-gone', because('{provider} could not be reached: {error}', { provider: providerName, error: reason }));
  return { status: 500, code: 'step_failed', message: reason };
}

function sentenceOf(kind: FailureKind, provider: string, given: number): Reason {
  const status = String(given);
  switch (kind) {
    case 'wrong-key':
      return because('{provider} refused the key ({status})', { provider, status });
    case 'no-quota':
      return because("{provider} says that the account's credit or quota is used up ({status})", { provider, status });
    case 'rate-limit':
      return because('{provider} is limiting requests', { provider });
    case 'overload':
    case 'time-out':
      return because('{provider} is not available ({status})', { provider, status });
    case 'context-too-long':
      return because('The conversation is too long for this model of {provider} ({status})', { provider, status });
    case 'content-refused':
      return because('{provider} refused what was asked for ({status})', { provider, status });
    case 'unknown-model':
      return because('{provider} does not know the model, or not at this address ({status})', { provider, status });
    case 'malformed':
      return because('{provider} answered with something that is not a model’s answer', { provider });
    default:
      return because('{provider} refused the request ({status})', { provider, status });
  }
}

function unavailable(kind: FailureKind, why: Reason): Refusal {
  return { status: 503, code: 'provider_unavailable', kind, ...said(why) };
}

function said(reason: Reason): Pick<Refusal, 'message' | 'reason'> {
  return { message: reasonText(reason), reason };
}

function waitOf(error: unknown): number | null {
  const headers = APICallError.isInstance(error) ? new Headers(error.responseHeaders) : new Headers();
  return waitNamed(headers, wordsOf(error).text, Date.now());
}

/** All texts in an error. Errors inside a stream are often plain objects, or JSON as text. */
function wordsOf(error: unknown): ProviderWords {
  if (APICallError.isInstance(error)) {
    return { status: error.statusCode ?? null, text: `${error.message}\n${error.responseBody ?? ''}`.slice(0, LOOKED_AT) };
  }
  if (error instanceof Error) return { status: null, text: `${error.name} ${error.message}`.slice(0, LOOKED_AT) };
  return { status: statusIn(error), text: (typeof error === 'string' ? error : jsonText(error)).slice(0, LOOKED_AT) };
}

/** The SDK has the status in `statusCode`; OpenRouter puts that of the upstream provider in `code`. */
function statusIn(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null;
  const statuses = ['statusCode' in error ? error.statusCode : null, 'code' in error ? error.code : null].map(Number);
  return statuses.find((status) => Number.isInteger(status) && status >= 400 && status < 600) ?? null;
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
