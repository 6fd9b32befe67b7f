import { APICallError, InvalidToolInputError, NoSuchToolError } from 'ai';
import { reasonText } from '../protocol/texts/reason.ts';
import { AnswerLimitError } from './answer-limits.ts';
import { SecretMatcher } from './secret-matcher.ts';
import { reportIn } from './stream-cause.ts';
import { unreadAnswer } from './unread-answer.ts';

/** Longer texts are cut: a provider may repeat the whole request in its message. In characters. */
const MAX_LENGTH = 600;

/** Patterns of secrets that may be in a provider's message although they are not ours. */
const SECRET_SHAPES: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai)-[\w*.-]{6,}/g,
  /\bAIza[\w-]{10,}/g,
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{6,}/gi,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /([?&](?:key|api[_-]?key|access[_-]?token|token)=)[^&\s"']+/gi,
];

/** Code positions: a path with a line, a file address, a line of a stack trace. */
const PLACES: readonly RegExp[] = [/^\s*at .+$/gm, /file:\/\/\S+/g, /(?:\/[\w.@+-]+){2,}\.[cm]?[jt]sx?(?::\d+){0,2}/g];

/**
 * The part of an error that may be shown: no key, no credentials in addresses, no stack trace, no path of the server, limited
 * length. `secrets`: the keys in use, which are always removed, whatever their format.
 */
export function toSafeText(error: unknown, secrets: readonly string[]): string {
  return redact(describe(error), secrets);
}

/** `text` without secrets and code positions, on one line, shortened to a readable length. */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = new SecretMatcher(secrets).redact(text);
  for (const secret of secrets) {
    if (secret.length >= 4) safe = safe.replaceAll(secret, '[key]');
  }
  for (const shape of SECRET_SHAPES) {
    safe = safe.replace(shape, (_whole, prefix: unknown) => (typeof prefix === 'string' ? `${prefix}[key]` : '[key]'));
  }
  safe = safe.replace(/(\bhttps?:\/\/)[^\s/@]+@/gi, '$1[key]@');
  for (const place of PLACES) safe = safe.replace(place, '');
  safe = safe.replace(/\s+/g, ' ').trim();
  if (safe === '') return 'An error occurred.';
  return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}

function describe(error: unknown): string {
  // The SDK wraps errors during reading in a sentence without information.
  if (error instanceof Error && error.cause instanceof AnswerLimitError) return error.cause.message;
  const unread = unreadAnswer(error);
  if (unread !== null) return reasonText(unread);
  if (NoSuchToolError.isInstance(error)) {
    const names = error.availableTools?.join(', ') ?? '';
    return `There is no tool named ${JSON.stringify(error.toolName)}. ${names === '' ? 'No tools are offered.' : `The tools are: ${names}.`}`;
  }
  if (InvalidToolInputError.isInstance(error)) {
    return `The arguments of ${error.toolName} are not valid JSON: ${reasonOf(error.cause)} Send the call again with complete, valid arguments.`;
  }
  // The SDK only reports that it could not "process" a "successful response".
  if (APICallError.isInstance(error) && error.statusCode === 200) return 'The connection was lost in the middle of the answer.';
  if (APICallError.isInstance(error)) return (error.data === undefined ? wordsIn(error.responseBody) : undefined) ?? error.message;
  if (error instanceof Error) {
    if (error.name === 'AbortError') return 'The request was stopped.';
    return error.message;
  }
  if (typeof error === 'string') return error;
  // An error inside a provider's stream is often a plain object.
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') return error.message;
  return 'An error occurred.';
}

/** For a refusal in a format unknown to the SDK, from a proxy or another provider: the SDK then only has the status text. */
function wordsIn(body: string | undefined): string | undefined {
  try {
    return reportIn(JSON.parse(body ?? ''))?.message;
  } catch {
    return undefined;
  }
}

/** Why JSON could not be parsed, without the text itself, which the model knows. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'they could not be parsed.';
  const inner = cause.cause instanceof Error ? cause.cause.message : cause.message;
  const sentence = inner.split('\n')[0]?.slice(0, 160) ?? '';
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
