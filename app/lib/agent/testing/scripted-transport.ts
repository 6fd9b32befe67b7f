import type { JsonValue } from '../../protocol/message.ts';
import type { StreamPart } from '../../protocol/stream-part.ts';
import type { StepRequest, StepTransport } from '../contract/ports.ts';

/** The model's answer in one step. */
export interface ScriptedStep {
  parts: StreamPart[];
  /** `cut` ends without `finish`, `break` loses the connection, and `hang` sends nothing more until the signal aborts. */
  ending?: 'finish' | 'cut' | 'break' | 'hang';
  finishReason?: string;
  usage?: { inputTokens: number; outputTokens: number };
}

export type ScriptedAnswer = ScriptedStep | Error | ((request: StepRequest) => ScriptedStep | Error);

/** A model that follows the test's script step by step and fails when asked for more. */
export class ScriptedTransport implements StepTransport {
  readonly requests: StepRequest[] = [];
  /** Signals of the answers, in order. */
  readonly signals: AbortSignal[] = [];
  readonly #answers: ScriptedAnswer[];

  constructor(...answers: ScriptedAnswer[]) {
    this.#answers = answers;
  }

  add(...answers: ScriptedAnswer[]): void {
    this.#answers.push(...answers);
  }

  async open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    this.requests.push(structuredClone(request));
    this.signals.push(signal);
    const next = this.#answers.shift();
    if (next === undefined) throw new Error(`ScriptedTransport: nobody scripted step ${this.requests.length}.`);
    const step = typeof next === 'function' ? next(request) : next;
    if (step instanceof Error) throw step;
    return streamOf(step, signal);
  }
}

function streamOf(step: ScriptedStep, signal: AbortSignal): ReadableStream<Uint8Array> {
  const ending = step.ending ?? 'finish';
  const parts: StreamPart[] = [{ type: 'start' }, { type: 'start-step' }, ...step.parts];
  if (ending === 'finish') {
    parts.push({ type: 'finish-step' });
    parts.push({
      type: 'finish',
      finishReason: step.finishReason ?? 'stop',
      ...(step.usage === undefined ? {} : { messageMetadata: { usage: step.usage } }),
    });
  }
  const encoder = new TextEncoder();
  let index = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts[index++];
      if (part !== undefined) controller.enqueue(encoder.encode(`data: ${JSON.stringify(part)}\n\n`));
      else if (ending === 'break') controller.error(new TypeError('network error'));
      else if (ending !== 'hang') controller.close();
      else return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      return undefined;
    },
  });
}

/** A step with only text. */
export function say(text: string, rest: Partial<ScriptedStep> = {}): ScriptedStep {
  return { parts: textParts(text), usage: { inputTokens: 10, outputTokens: 5 }, ...rest };
}

/** A step with tool calls; ids default to `call-1`, `call-2`… */
export function call(...calls: ScriptedCall[]): ScriptedStep {
  return {
    parts: calls.flatMap((one, index) => callParts(one, `call-${index + 1}`)),
    finishReason: 'tool-calls',
    usage: { inputTokens: 10, outputTokens: 5 },
  };
}

export interface ScriptedCall {
  toolName: string;
  input: JsonValue;
  toolCallId?: string;
}

export function textParts(text: string): StreamPart[] {
  const id = 'text-1';
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: text },
    { type: 'text-end', id },
  ];
}

export function callParts({ toolName, input, toolCallId: given }: ScriptedCall, otherwise = 'call-1'): StreamPart[] {
  const toolCallId = given ?? otherwise;
  const text = JSON.stringify(input);
  const middle = Math.floor(text.length / 2);
  return [
    { type: 'tool-input-start', toolCallId, toolName },
    { type: 'tool-input-delta', toolCallId, inputTextDelta: text.slice(0, middle) },
    { type: 'tool-input-delta', toolCallId, inputTextDelta: text.slice(middle) },
    { type: 'tool-input-available', toolCallId, toolName, input },
  ];
}
