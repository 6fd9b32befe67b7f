import { expect, test } from 'vitest';
import type { PageLook } from '../protocol/project-facts/page-look.ts';
import { eventfulClock } from '../tools/testing/run-tool.ts';
import { settledLook } from './settled-look.ts';

const NEVER = new AbortController().signal;
const look = (lines: string[], isLoaded = true): PageLook => ({
  title: '',
  place: '/',
  isLoaded,
  width: 1,
  height: 1,
  lines,
  isCut: false,
});

/** A page that gives each of these answers from the given time on. */
function page(...answers: readonly (readonly [at: number, answer: PageLook | null])[]) {
  const state: { answer: PageLook | null; hasLoaded: boolean } = { answer: null, hasLoaded: false };
  const clock = eventfulClock(
    ...answers.map(
      ([at, answer]) =>
        [
          at,
          () => {
            state.answer = answer;
            state.hasLoaded = true;
          },
        ] as const,
    ),
  );
  return { clock, page: { ask: async () => state.answer, hasLoaded: () => state.hasLoaded } };
}

test('a page that has just opened is waited for until it is loaded and shows the same twice', async () => {
  const slow = page([9_000, look([], false)], [11_000, look(['# Tod'])], [11_200, look(['# Todos'])]);
  expect(await settledLook(slow.page, NEVER, slow.clock)).toEqual({ ok: true, look: look(['# Todos']) });
  expect(slow.clock.now()).toBeLessThan(13_000);
});

test('a page that stays blank, or loads without an answer, ends sooner than one that is still on its way', async () => {
  const blank = page([1_000, look([])]);
  expect(await settledLook(blank.page, NEVER, blank.clock)).toEqual({ ok: true, look: look([]) });
  expect(blank.clock.now()).toBeLessThan(8_000);
  const mute = page([1_000, null]);
  expect(await settledLook(mute.page, NEVER, mute.clock)).toMatchObject({ ok: false });
  expect(mute.clock.now()).toBeLessThan(8_000);
  const gone = page();
  expect(await settledLook(gone.page, NEVER, gone.clock)).toMatchObject({ ok: false });
  expect(gone.clock.now()).toBeGreaterThan(14_000);
});
