import type { Adaptation } from './adaptations.ts';
import { type AnswerNext, callId, type WireAnswer, type WireRequest } from './scripted-endpoint.ts';
import type { RecordedAnswer, Trajectory } from './trajectory.ts';

/** The results that the model has received so far, by the index of the answer and of the call in it. */
export interface ResultsSoFar {
  /** Empty if there is no such result. */
  of(answer: number, call: number): string;
  /** All results, the newest last. */
  all(): readonly string[];
}

export interface RecordedModel {
  next: AnswerNext;
  /** The changes to the recording and their reasons, in words. */
  notes(): readonly string[];
}

/**
 * Gives the answers of a recorded run, in order, once each. An adaptation may change or skip an answer, based on what the model has
 * received. After the last answer, that one is repeated, which is noted.
 */
export function recordedModel(trajectory: Trajectory, adaptations: readonly Adaptation[]): RecordedModel {
  const results = new Map<string, string>();
  const notes: string[] = [];
  const last = trajectory.answers.length - 1;
  let place = -1;
  let pastEnd = 0;

  const answerAt = (index: number): RecordedAnswer | null => {
    const recorded = trajectory.answers[index];
    if (recorded === undefined) return null;
    const fitting = adaptations.filter(({ answer }) => answer === index);
    return fitting.reduce<RecordedAnswer | null>((answer, { why, change }) => {
      if (answer === null) return null;
      const changed = change(answer, soFar(results));
      if (changed !== answer) notes.push(`answer ${index}: ${why}`);
      return changed;
    }, recorded);
  };
  return {
    notes: () => notes,
    next(request) {
      keepResults(request, results);
      while (place < last) {
        place += 1;
        const answer = answerAt(place);
        if (answer !== null) return { place: `${trajectory.id}_${place}`, answer: wireAnswer(answer) };
      }
      pastEnd += 1;
      notes.push('a request past the last answer: the last one came again');
      return { place: `${trajectory.id}_${last}_again${pastEnd}`, answer: wireAnswer(trajectory.answers[last]) };
    },
  };

  function soFar(known: ReadonlyMap<string, string>): ResultsSoFar {
    return {
      of: (answer, call) => known.get(callId(`${trajectory.id}_${answer}`, call)) ?? '',
      all: () => [...known.values()],
    };
  }
}

function wireAnswer(answer: RecordedAnswer | undefined): WireAnswer {
  const calls = (answer?.tool_calls ?? []).map((call) => ({ name: call.name, arguments: JSON.stringify(call.arguments) }));
  return { content: answer?.content ?? null, calls };
}

/** A result counts in the form in which it was first sent: later it may have become a stub. */
function keepResults({ messages }: WireRequest, results: Map<string, string>): void {
  for (const { tool_call_id: id, content } of messages) {
    if (id !== undefined && !results.has(id)) results.set(id, textOfContent(content));
  }
}

/** Returns the text of a message's content: a string, or the texts among its parts. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content);
  return content.map((part: unknown) => (isTextPart(part) ? part.text : '')).join('');
}

function isTextPart(part: unknown): part is { text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
}
