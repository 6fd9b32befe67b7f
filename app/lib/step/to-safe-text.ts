import { APICallError, InvalidToolInputError, NoSuchToolError } from 'ai';
import { reasonText } from '../protocol/texts/reason.ts';
import { AnswerLimitError } from './answer-limits.ts';
import { SecretMatcher } from './secret-matcher.ts';
import { reportIn } from './stream-cause.ts';
import { unreadAnswer } from './unread-answer.ts';

/** Longer texts are cut: a provider may echo the whole request into its message. Characters. */
const MAX_LENGTH = 600;

/** Shapes of secrets that may be in a provider's message though they are not one of ours. */
const SECRET_SHAPES: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai)-[\w*.-]{6,}/g,
  /\bAIza[\w-]{10,}/g,
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{6,}/gi,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /([?&](?:key|api[_-]?key|access[_-]?token|token)=)[^&\s"']+/gi,
];

/** Where the code ran: a path with a line, a file address, a line of a stack. */
const PLACES: readonly RegExp[] = [/^\s*at .+$/gm, /file:\/\/\S+/g, /(?:\/[\w.@+-]+){2,}\.[cm]?[jt]sx?(?::\d+){0,2}/g];

/**
 * What may be shown of an error: no key, no credentials in addresses, no stack, no path of the server, not without end.
 * `secrets` are the very keys in use; whatever their shape, they never come out.
 */
export function toSafeText(error: unknown, secrets: readonly string[]): string {
  return redact(describe(error), secrets);
}

/** `text` without secrets and places, on one line, cut at a readable length. */
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
  // The SDK wraps what fails while it reads into a sentence that says nothing.
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
  // What the SDK says of it is that it could not "process" a "successful response".
  if (APICallError.isInstance(error) && error.statusCode === 200) return 'The connection was lost in the middle of the answer.';
  if (APICallError.isInstance(error)) return (error.data === undefined ? wordsIn(error.responseBody) : undefined) ?? error.message;
  if (error instanceof Error) {
    if (error.name === 'AbortError') return 'The request was stopped.';
    return error.message;
  }
  if (typeof error === 'string') return error;
  // What a provider reports inside its stream is often a plain object.
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') return error.message;
  return 'An error occurred.';
}

/** Of a refusal in a form that the SDK does not know: a proxy's, or another provider's. It has only the status in words then. */
function wordsIn(body: string | undefined): string | undefined {
  try {
    return reportIn(JSON.parse(body ?? ''))?.message;
  } catch {
    return undefined;
  }
}

/** Why JSON did not parse, without the text itself, which the model knows. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'they could not be parsed.';
  const inner = cause.cause instanceof Error ? cause.cause.message : cause.message;
  const sentence = inner.split('\n')[0]?.slice(0, 160) ?? '';
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
