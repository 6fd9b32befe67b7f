import type { RecordedModel } from '../recorded-model.ts';
import type { WireAnswer, WireRequest } from '../scripted-endpoint.ts';
import type { HostileSlip } from './hostile-slip.ts';

/** The fate of a slip: `taken` as it was meant, `told` to the model, or it `ended` the run. */
export interface SlipFate {
  name: string;
  answer: number;
  fate: 'taken' | 'told' | 'ended';
}

interface HostileModel extends Pick<RecordedModel, 'next' | 'notes'> {
  fates(): readonly SlipFate[];
}

interface Turn {
  place: string;
  answer: WireAnswer;
}

/** The recorded answer that is due, and what is given before it. */
interface Due {
  recorded: Turn;
  queue: { turn: Turn; slip: HostileSlip }[];
  /** The slip that was given last stands for the recorded answer, if it was understood. */
  standIn: HostileSlip | null;
}

/** Gives the answers of a recorded run with slips in between, and notes the fate of each. */
export function hostileModel(model: RecordedModel, plan: Readonly<Record<number, readonly HostileSlip[]>>): HostileModel {
  const fates: SlipFate[] = [];
  let due: Due | null = null;

  /** Null if the recorded answer was understood in another form. */
  const turnOf = (request: WireRequest): Turn | null => {
    due ??= dueOf(model.next(request), plan);
    const last = fates.at(-1);
    const isTaken = hasResult(request);
    if (last !== undefined && last.fate === 'ended') last.fate = due.standIn !== null && isTaken ? 'taken' : 'told';
    if (due.standIn !== null && isTaken) {
      due = null;
      return null;
    }
    due.standIn = null;
    const next = due.queue.shift();
    if (next === undefined) {
      const { recorded } = due;
      due = null;
      return recorded;
    }
    if (next.slip.kind === 'instead') due.standIn = next.slip;
    if (!next.turn.place.endsWith('again')) fates.push({ name: next.slip.name, answer: numberOf(due.recorded.place), fate: 'ended' });
    return next.turn;
  };
  return {
    notes: () => model.notes(),
    fates: () => fates,
    next: (request) => turnOf(request) ?? turnOf(request) ?? model.next(request),
  };
}

function dueOf(recorded: Turn, plan: Readonly<Record<number, readonly HostileSlip[]>>): Due {
  // The last answer given again is no place for a slip.
  const slips = /_again\d+$/.test(recorded.place) ? [] : (plan[numberOf(recorded.place)] ?? []);
  const queue = slips.flatMap((slip, index) =>
    slip.make(recorded.answer).map((answer, repeat) => {
      // A stand-in has the ids of the recorded calls, by which later answers find their results.
      const place = slip.kind === 'instead' ? recorded.place : `${recorded.place}_slip${index}${repeat === 0 ? '' : '_again'}`;
      return { turn: { place, answer }, slip };
    }),
  );
  return { recorded, queue, standIn: null };
}

function numberOf(place: string): number {
  return Number(place.split('_')[1] ?? 0);
}

/** Returns true if all calls since the model's last answer have ended without an error, and there was one. */
function hasResult({ messages }: WireRequest): boolean {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const results = messages.slice(last + 1).filter(({ role }) => role === 'tool');
  return (
    results.length > 0 && !results.some(({ content }) => REFUSED.test(typeof content === 'string' ? content : JSON.stringify(content)))
  );
}

/** The beginnings of results that say that a call was not understood. */
const REFUSED = /^(?:"?error: )?(?:devonz_\w+: |The arguments|There is no tool|The call)/i;
