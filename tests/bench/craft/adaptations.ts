import type { ResultsSoFar } from './recorded-model.ts';
import type { RecordedAnswer, RecordedCall, TrajectoryId } from './trajectory.ts';

/** A change to one recorded answer, based on what the model has received so far. The recording itself is never changed. */
export interface Adaptation {
  answer: number;
  why: string;
  /** Returns the answer itself if it fits, or null if a model would not have given it here. */
  change(answer: RecordedAnswer, results: ResultsSoFar): RecordedAnswer | null;
}

const PROCESS_ID = /\bp\d+-[0-9a-f]{4}\b/g;
/** Matches vitest's second to last line: its tests have run, with any result. */
const VITEST_RAN = /Tests\s+.*\d+ (?:passed|failed)/;

function withCalls(answer: RecordedAnswer, keep: (call: RecordedCall, index: number) => boolean): RecordedAnswer {
  const calls = answer.tool_calls.filter(keep);
  return calls.length === answer.tool_calls.length ? answer : { ...answer, tool_calls: calls };
}

function withoutCodes(text: string): string {
  return text.replaceAll(/(?:\u001b|\\u001b)\[[0-9;?]*[A-Za-z]/g, '');
}

function vitestRan(results: ResultsSoFar, places: readonly (readonly [answer: number, call: number])[]): boolean {
  return places.some(([answer, call]) => VITEST_RAN.test(withoutCodes(results.of(answer, call))));
}

/** The page of the recorded site was already there at the first look. */
function sawThePage(text: string): boolean {
  return text.includes('OliveTel') && text.includes('Service Plans');
}

const T1: readonly Adaptation[] = [
  {
    answer: 5,
    why: 'the page was there at the first look, so the model does not look at it again',
    change: (answer, results) => (sawThePage(results.of(4, 1)) ? withCalls(answer, (_, index) => index !== 0) : answer),
  },
  {
    answer: 7,
    why: 'npm test has run the tests, so they are not run by npx',
    change: (answer, results) => (vitestRan(results, [[6, 3]]) ? null : answer),
  },
  {
    answer: 8,
    why: 'the tests have run, so no other way to run them is tried',
    change: (answer, results) =>
      vitestRan(results, [
        [6, 3],
        [7, 0],
      ])
        ? null
        : answer,
  },
  {
    answer: 9,
    why: 'the tests have run, so no other way to run them is tried',
    change: (answer, results) =>
      vitestRan(results, [
        [6, 3],
        [7, 0],
        [8, 0],
      ])
        ? null
        : answer,
  },
];

/** For each of the three causes, the message that failing tests of T2 have in common. */
const CAUSES_OF_T2: readonly RegExp[] = [/overflow/i, /arrayLimit|array limit/i, /%2E|encodeDotInKeys|dot/i];

const T2: readonly Adaptation[] = [
  {
    answer: 1,
    why: 'the first answer of npm test named all 13 failing tests, so they are not listed again',
    change: (answer, results) =>
      failingTests(results.of(0, 3)) >= 13 && CAUSES_OF_T2.every((cause) => cause.test(results.of(0, 3)))
        ? withCalls(answer, (_, index) => index !== 0)
        : answer,
  },
];

/** Counts the failing tests of `tape` that a text names: by number, as the program prints them, or by place, as a digest does. */
function failingTests(text: string): number {
  const numbers = new Set([...text.matchAll(/not ok (\d+)/g)].map(([, number]) => number));
  const places = new Set(text.match(/test\/\w+\.js:\d+/g));
  return Math.max(numbers.size, places.size);
}

const T4: readonly Adaptation[] = [
  {
    answer: 2,
    why: 'the id of the process is this run’s',
    change: (answer, results) => withProcessId(answer, results),
  },
  {
    answer: 5,
    why: 'it ended the first run; without a window there is one run, and the next message of the user would come here',
    change: () => null,
  },
  {
    answer: 6,
    why: 'its change was denied by the user; a run without a window cannot deny a single change, so it is left out',
    change: (answer) => withCalls(answer, ({ name }) => name !== 'devonz_edit_file'),
  },
];

function withProcessId(answer: RecordedAnswer, results: ResultsSoFar): RecordedAnswer {
  const id = results
    .all()
    .flatMap((text) => text.match(PROCESS_ID) ?? [])
    .at(-1);
  if (id === undefined) return answer;
  return {
    ...answer,
    tool_calls: answer.tool_calls.map((call) =>
      'processId' in call.arguments ? { ...call, arguments: { ...call.arguments, processId: id } } : call,
    ),
  };
}

export const ADAPTATIONS: Readonly<Record<TrajectoryId, readonly Adaptation[]>> = { T1, T2, T3: [], T4 };
