import type { JsonValue, ToolPart } from '../../../lib/protocol/message.ts';
import type { ToolCall, ToolCallStatus } from '../../../lib/protocol/tool-call.ts';
import type { ToolEffect } from '../../../lib/protocol/tool-effect.ts';
import type { LivePart } from '../../../lib/stores/chat.ts';
import { plural } from '../../ui/text/plural.ts';

/** One tool call as the conversation shows it, wherever it comes from: the stream, the scheduler or the journal. */
export interface StepView {
  toolCallId: string;
  toolName: string;
  /** `streaming`: the model is still writing the arguments. */
  state: 'streaming' | ToolCallStatus;
  input: JsonValue;
  output: JsonValue;
  /** Why it failed or was cancelled; empty otherwise. */
  message: string;
  errorCode: string | null;
  durationMs: number | null;
  startedAt: number | null;
  /** What it did, where that is known. */
  effects?: readonly ToolEffect[];
}

/** An own field of a JSON object that the model or a tool made. */
export function fieldOf(value: JsonValue, name: string): JsonValue | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

export function textOf(value: JsonValue, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}

export function numberOf(value: JsonValue, name: string): number | null {
  const field = fieldOf(value, name);
  return typeof field === 'number' ? field : null;
}

/** `3 lines`; empty where it is not known. */
export function amount(count: number | null, one: string, many: string): string {
  if (count === null) return '';
  return plural(count, one, many);
}

/** How many a list of the result holds: `3 entries`, `1 entry`. */
export function listLength(output: JsonValue, name: string, one: string): string {
  const list = fieldOf(output, name);
  return Array.isArray(list) ? amount(list.length, one, name) : '';
}

const EMPTY = { output: null, message: '', errorCode: null, durationMs: null, startedAt: null } as const;

function ofToolCall(call: ToolCall): StepView {
  const base = { ...EMPTY, toolCallId: call.toolCallId, toolName: call.toolName, state: call.status, input: call.input };
  switch (call.status) {
    case 'success':
      return { ...base, output: call.output, durationMs: call.durationMs, effects: call.effects };
    case 'error':
      return { ...base, message: call.message, errorCode: call.code };
    case 'cancelled':
      return { ...base, message: call.message };
    case 'executing':
      return { ...base, startedAt: call.startedAt };
    default:
      return base;
  }
}

/** The scheduler's word wins over the message's: it also knows of waiting, running and cancelling. */
export function ofMessagePart(part: ToolPart, call: ToolCall | undefined): StepView {
  if (call !== undefined) return ofToolCall(call);
  const base = { ...EMPTY, toolCallId: part.toolCallId, toolName: part.toolName, input: part.input };
  switch (part.state) {
    case 'output-available':
      return { ...base, state: 'success', output: part.output };
    case 'output-error':
      return { ...base, state: 'error', message: part.errorText };
    case 'input-available':
      return { ...base, state: 'validating' };
  }
}

export function ofLivePart(part: Extract<LivePart, { type: 'tool-input' }>, call: ToolCall | undefined): StepView {
  if (call !== undefined) return ofToolCall(call);
  return { ...EMPTY, toolCallId: part.toolCallId, toolName: part.toolName, state: 'streaming', input: { ...part.fields } };
}

export function isFinished(step: StepView): boolean {
  return step.state === 'success' || step.state === 'error' || step.state === 'cancelled';
}

const STATE_WORDS: Record<StepView['state'], string> = {
  streaming: 'being written',
  validating: 'validating',
  scheduled: 'scheduled',
  awaiting_approval: 'awaiting approval',
  executing: 'executing',
  success: 'success',
  error: 'error',
  cancelled: 'cancelled',
};

/** Name of the step's article: what it is, its tool, its state. */
export function stepLabel(verb: string, subject: string, step: StepView): string {
  return `${[verb, subject].filter(Boolean).join(' ')}, ${step.toolName}, ${STATE_WORDS[step.state]}`;
}

/** Number of lines of a text; an empty text has none, a last line break begins no new line. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
