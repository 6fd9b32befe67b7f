import { expect, test } from 'vitest';
import type { HostQuestion } from '../stores/outbound.ts';
import { createHostQuestions, QUESTION_LIMITS } from './host-questions.ts';

/** The signal of a program that does not cancel. */
const never = () => new AbortController().signal;

function setUp() {
  let time = 0;
  let shown: readonly HostQuestion[] = [];
  let shows = 0;
  const questions = createHostQuestions(
    () => time,
    (open) => {
      shown = open;
      shows += 1;
    },
  );
  return { questions, shown: () => shown, shows: () => shows, pass: (milliseconds: number) => (time += milliseconds) };
}

test('a host is asked about once, and all who wait get the answer', async () => {
  const { questions, shown } = setUp();
  const answers = [1, 2, 3].map(() => questions.ask('api.weather.net', never()));
  expect(shown()).toEqual([{ id: 1, host: 'api.weather.net', waiting: 3 }]);
  expect(questions.answer(1, 'allowed')).toBe('api.weather.net');
  expect(await Promise.all(answers)).toEqual(['allowed', 'allowed', 'allowed']);
  expect(shown()).toEqual([]);
  expect(questions.answer(1, 'denied')).toBeNull();
});

test('ten thousand hosts at once make a handful of questions', async () => {
  const { questions, shown } = setUp();
  const answers = Array.from({ length: 10_000 }, (_, count) => questions.ask(`h${count}.weather.net`, never()));
  expect(shown()).toHaveLength(QUESTION_LIMITS.open);
  expect(await Promise.all(answers.slice(QUESTION_LIMITS.open))).toEqual(new Array(10_000 - QUESTION_LIMITS.open).fill('too-many'));
});

test('a program that asks and takes it back, again and again, may do so only so often', async () => {
  const { questions, shown, shows, pass } = setUp();
  const outcomes: string[] = [];
  for (let count = 0; count < 1_000; count += 1) {
    const leaving = new AbortController();
    const answer = questions.ask(`h${count % 7}.weather.net`, leaving.signal);
    leaving.abort();
    outcomes.push(await answer);
  }
  expect(outcomes.filter((outcome) => outcome === 'withdrawn')).toHaveLength(QUESTION_LIMITS.perPeriod);
  expect(shown()).toEqual([]);
  expect(shows()).toBe(2 * QUESTION_LIMITS.perPeriod);
  pass(QUESTION_LIMITS.periodMs);
  void questions.ask('later.weather.net', never());
  expect(shown()).toHaveLength(1);
});

test('a question stays for those who still wait', async () => {
  const { questions, shown } = setUp();
  const leaving = new AbortController();
  const one = questions.ask('api.weather.net', leaving.signal);
  const other = questions.ask('api.weather.net', never());
  leaving.abort();
  expect(await one).toBe('withdrawn');
  expect(shown()).toEqual([{ id: 1, host: 'api.weather.net', waiting: 1 }]);
  questions.settle('api.weather.net', 'denied');
  expect(await other).toBe('denied');
});

test('what was open goes with its runtime', async () => {
  const { questions, shown } = setUp();
  const answer = questions.ask('api.weather.net', never());
  questions.clear();
  expect([await answer, shown()]).toEqual(['withdrawn', []]);
});
