import type { OwnEvent } from '../protocol/journal-event.ts';
import type { RequestMessage } from '../protocol/message.ts';
import type { StreamPart } from '../protocol/stream-part.ts';
import type { SessionRecord } from '../session-file/session-file-schema.ts';
import { modelSteps } from './model-steps.ts';
import { ownEvent } from './own-event.ts';

/** `limit`: the run was ended by the user's limit, which does not apply here. */
type Answer = Extract<OwnEvent, { type: 'step-finished' | 'step-failed' }> | { type: 'unended' } | { type: 'limit' };
type FinishedStep = Extract<OwnEvent, { type: 'step-finished' }>;

/** The parts of a request that determine which recording answers it. */
export interface AskedStep {
  system: string;
  toolNames: readonly string[];
  messages: readonly RequestMessage[];
}

/** `unended`: the user stopped the run or closed the page during the response. */
export type RecordedAnswer = { type: 'answer'; parts: StreamPart[] } | { type: 'failed'; message: string } | { type: 'unended' };

/** The beginning of every request for a summary (`history/summarise`). */
const SUMMARY_REQUEST = 'You summarise the middle of a session';
const WHAT_HAPPENED = 'What happened:\n';

/** Answers instead of the recorded models: the agent's, its sub-agents', and the summaries. */
export class RecordedModel {
  readonly #answers = new Map<string | null, Answer[]>();
  readonly #summaries: string[] = [];
  /** Tasks of sub-agents, by the call that started them. */
  readonly #tasks = new Map<string, string>();
  /** Number of steps of the agent that the user had stopped, and number of such responses that have begun here. */
  #stops = 0;
  #unended = 0;
  /** Listeners for requests beyond a limit. */
  readonly #waiting = new Set<() => void>();

  constructor(records: readonly SessionRecord[]) {
    const asked = modelSteps(records);
    for (const record of records) {
      const { delegate, event } = ownEvent(record.event);
      if (event.type === 'step-finished' && !asked.has(event.stepId)) continue;
      const answers = this.#of(delegate);
      if (event.type === 'step-finished' || event.type === 'step-failed') answers.push(event);
      // Stopping ends the open step, which the journal records as failed.
      if (event.type === 'run-ended' && event.outcome === 'stopped' && answers.at(-1)?.type === 'step-failed')
        answers.splice(-1, 1, { type: 'unended' });
      if (delegate === null && event.type === 'run-ended' && isLimit(event.outcome)) answers.push({ type: 'limit' });
      if (event.type === 'history-compacted') this.#summaries.push(event.summary.split(WHAT_HAPPENED).at(-1) ?? event.summary);
      if (delegate !== null && event.type === 'user-message' && !this.#tasks.has(delegate)) {
        this.#tasks.set(delegate, textOf(event.message.parts));
      }
    }
  }

  answer(step: AskedStep): RecordedAnswer {
    if (step.toolNames.length === 0 && step.system.startsWith(SUMMARY_REQUEST)) {
      const summary = this.#summaries.shift();
      return summary === undefined ? nothingRecorded() : { type: 'answer', parts: streamOf([{ type: 'text', text: summary }], 'stop', {}) };
    }
    const next = this.#of(this.#asker(step)).shift();
    if (next === undefined) return nothingRecorded();
    if (next.type === 'limit') {
      for (const resolve of this.#waiting) resolve();
      return { type: 'unended' };
    }
    if (next.type === 'unended') {
      this.#unended += 1;
      return next;
    }
    if (next.type === 'step-failed') return { type: 'failed', message: next.message };
    return { type: 'answer', parts: streamOf(next.parts, next.finishReason, next.usage) };
  }

  /** The user has stopped an open step: drops its response, even if its request was not made here yet. */
  stopped(): void {
    this.#stops += 1;
    const next = this.#of(null)[0];
    if (next?.type !== 'unended' || this.#unended >= this.#stops) return;
    this.#of(null).shift();
    this.#unended += 1;
  }

  /** Resolves when the agent makes more requests than before the limit that ended its run. */
  pastLimit(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  /** The run that a limit ended has ended here too. */
  limitReached(): void {
    this.#waiting.clear();
    if (this.#of(null)[0]?.type === 'limit') this.#of(null).shift();
  }

  /** Returns the number of unused responses. */
  left(): number {
    return [...this.#answers.values()].reduce((sum, answers) => sum + answers.length, 0);
  }

  #of(delegate: string | null): Answer[] {
    const known = this.#answers.get(delegate) ?? [];
    this.#answers.set(delegate, known);
    return known;
  }

  /** Returns the sub-agent whose task begins the conversation, or null for the agent. */
  #asker({ messages }: AskedStep): string | null {
    const first = messages.find(({ role }) => role === 'user');
    const said = first === undefined ? '' : textOf(first.parts);
    for (const [call, task] of this.#tasks) {
      if (task !== '' && said === task && this.#of(call).length > 0) return call;
    }
    return null;
  }
}

export function isLimit(outcome: string): boolean {
  return outcome === 'limit' || outcome === 'iteration-limit';
}

function nothingRecorded(): RecordedAnswer {
  return { type: 'failed', message: 'The recorded session has no further answer of the model here.' };
}

function textOf(parts: readonly { type: string; text?: string }[]): string {
  return parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}

function streamOf(parts: FinishedStep['parts'], finishReason: string, usage: object): StreamPart[] {
  const said = parts.flatMap((part, index): StreamPart[] => {
    const id = `part-${index}`;
    switch (part.type) {
      case 'text':
      case 'reasoning': {
        const metadata = part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };
        return [
          { type: `${part.type}-start`, id },
          { type: `${part.type}-delta`, id, delta: part.text },
          { type: `${part.type}-end`, id, ...metadata },
        ];
      }
      case 'dynamic-tool': {
        const { toolCallId, toolName, input } = part;
        return [
          { type: 'tool-input-start', toolCallId, toolName },
          { type: 'tool-input-available', toolCallId, toolName, input },
        ];
      }
      default:
        return [];
    }
  });
  return [
    { type: 'start' },
    { type: 'start-step' },
    ...said,
    { type: 'finish-step' },
    { type: 'finish', finishReason, messageMetadata: { usage } },
  ];
}
