import { APICallError } from 'ai';
import type { StepEnding } from '../../protocol/stream-part.ts';
import { redact } from '../to-safe-text.ts';

/** Gemini's finish reasons for an answer with an unreadable call. */
const UNREAD_CALL: ReadonlySet<string | undefined> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'MALFORMED_RESPONSE']);
/** Groq's wording, for a refused request and within a stream. */
const TOOL_USE_FAILED = /tool_use_failed|failed to call a function|failed_generation/i;

interface EndedStep {
  rawFinishReason: string | undefined;
  providerMetadata: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined;
}

/** Detects endings that look normal but are not the end of the answer. Returns undefined for a normal ending. */
export function stepEnding(rawFinishReason: string | undefined): StepEnding | undefined {
  if (rawFinishReason === 'pause_turn') return 'paused';
  return rawFinishReason === 'model_context_window_exceeded' ? 'window-full' : undefined;
}

/** The text of a call that the provider could not read, as far as it is known; null if there was none. */
export function unreadCallAtEnd({ rawFinishReason, providerMetadata }: EndedStep, secrets: readonly string[]): string | null {
  if (!UNREAD_CALL.has(rawFinishReason)) return null;
  const { finishMessage } = providerMetadata?.['google'] ?? {};
  return typeof finishMessage === 'string' ? quoted(finishMessage, secrets) : '';
}

/** Returns the unparsable call of an answer that the provider itself refused; null if the error is another one. */
export function unreadCallIn(error: unknown, secrets: readonly string[]): string | null {
  const body = APICallError.isInstance(error) ? `${error.message}\n${error.responseBody ?? ''}` : textOf(error);
  if (!TOOL_USE_FAILED.test(body)) return null;
  const [, written] = /"failed_generation"\s*:\s*("(?:[^"\\]|\\.)*")/s.exec(body) ?? [];
  if (written === undefined) return '';
  try {
    const text: unknown = JSON.parse(written);
    return typeof text === 'string' ? quoted(text, secrets) : '';
  } catch {
    return '';
  }
}

function quoted(text: string, secrets: readonly string[]): string {
  return text.trim() === '' ? '' : redact(text, secrets);
}

function textOf(error: unknown): string {
  if (typeof error === 'string') return error;
  try {
    return error instanceof Error ? `${error.message}\n${JSON.stringify(error)}` : (JSON.stringify(error) ?? '');
  } catch {
    return '';
  }
}
