import { t } from '../../../lib/i18n/t.ts';
import type { JsonValue, ToolPart } from '../../../lib/protocol/message.ts';
import type { ToolCall, ToolCallStatus, ToolErrorCode } from '../../../lib/protocol/tool-call.ts';
import type { ToolEffect } from '../../../lib/protocol/tool-effect.ts';
import type { LivePart } from '../../../lib/stores/chat.ts';
import { shortText } from '../../ui/text/short-text.ts';

/** One tool call as the conversation shows it, from the stream, the scheduler or the journal. */
export interface StepView {
  toolCallId: string;
  toolName: string;
  /** `streaming`: the model is still writing the arguments. */
  state: 'streaming' | ToolCallStatus;
  input: JsonValue;
  output: JsonValue;
  /** Why it failed or was cancelled; empty otherwise. */
  message: string;
  errorCode: ToolErrorCode | null;
  durationMs: number | null;
  startedAt: number | null;
  /** The user has denied it, and the agent does not know yet, because an earlier call still runs. */
  waitsForTurn?: true;
  /** The effects of the call, if they are known. */
  effects?: readonly ToolEffect[];
}

/** Returns an own field of a JSON object that a model or a tool made. */
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

/** Formats a count with `text`, such as `3 lines`; empty if the count is unknown. */
export function amount(count: number | null, text: (count: number) => string): string {
  return count === null ? '' : text(count);
}

/** Returns the length of a list in the result, or null if there is none. */
export function listLength(output: JsonValue, name: string): number | null {
  const list = fieldOf(output, name);
  return Array.isArray(list) ? list.length : null;
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
    case 'awaiting_approval':
      return call.isDenied === true ? { ...base, state: 'error', errorCode: 'denied', waitsForTurn: true } : base;
    default:
      return base;
  }
}

/** Prefers the scheduler's state to the message's: it also includes waiting, running and cancelling. */
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

const LABELS: Record<StepView['state'], (title: string, tool: string) => string> = {
  streaming: (title, tool) => t('{title}, {tool}, being written', { title, tool }),
  validating: (title, tool) => t('{title}, {tool}, validating', { title, tool }),
  scheduled: (title, tool) => t('{title}, {tool}, scheduled', { title, tool }),
  awaiting_approval: (title, tool) => t('{title}, {tool}, awaiting approval', { title, tool }),
  executing: (title, tool) => t('{title}, {tool}, executing', { title, tool }),
  success: (title, tool) => t('{title}, {tool}, success', { title, tool }),
  error: (title, tool) => t('{title}, {tool}, error', { title, tool }),
  cancelled: (title, tool) => t('{title}, {tool}, cancelled', { title, tool }),
};

/** Says that the user has denied a step. */
export function deniedText({ waitsForTurn }: Pick<StepView, 'waitsForTurn'>): string {
  return waitsForTurn === true ? t('Denied, waits for its turn') : t('Denied by you');
}

/** Returns the accessible name of the step's article: action, subject, tool and state. */
export function stepLabel(verb: string, subject: string, { toolName, state }: Pick<StepView, 'toolName' | 'state'>): string {
  return LABELS[state](shortText([verb, subject].filter(Boolean).join(' ')), shortText(toolName));
}

/** Counts the lines of a text. An empty text has none; a final line break does not begin a new line. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
