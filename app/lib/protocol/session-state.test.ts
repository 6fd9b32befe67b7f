import { expect, test } from 'vitest';
import { sessionNoticeSchema } from './session-state.ts';

test.each([
  ['no-answer', 'silent-end'],
  ['silence', 'time-out'],
])('a notice of the kind %s, as older journals have it, is read as a step that failed', (type, kind) => {
  expect(sessionNoticeSchema.parse({ type, message: 'Nothing came.' })).toEqual({ type: 'step-failed', kind, message: 'Nothing came.' });
});

test('a kind of failure that this page does not know is one that is worth no retry', () => {
  const notice = { type: 'step-failed', kind: 'from-the-future', message: 'Oh.' };
  expect(sessionNoticeSchema.parse(notice)).toMatchObject({ kind: 'refused' });
});
