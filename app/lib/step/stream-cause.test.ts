import { APICallError, TypeValidationError } from 'ai';
import { expect, test } from 'vitest';
import { AnswerLimitError } from './answer-limits.ts';
import { CutOffError, streamCause } from './stream-cause.ts';

const whileReading = (cause: unknown) =>
  new APICallError({
    message: 'Failed to process successful response',
    url: 'https://x.example',
    requestBodyValues: {},
    statusCode: 200,
    cause,
  });

test.each(['terminated', 'Network connection lost.', 'network error', 'read ECONNRESET'])(
  '“%s” is an answer that was cut off',
  (message) => {
    expect(streamCause(new TypeError(message))).toBeInstanceOf(CutOffError);
    expect(streamCause(whileReading(new TypeError(message)))).toBeInstanceOf(CutOffError);
  },
);

test('what a provider reports where its SDK expects something else is its report', () => {
  const report = { message: 'The model is overloaded.', code: 503 };
  const unknownEvent = (value: unknown) => TypeValidationError.wrap({ value, cause: new Error('no choices') });
  expect(streamCause(unknownEvent({ error: report }))).toBe(report);
  expect(streamCause(unknownEvent({ type: 'error', message: 'Overloaded' }))).toMatchObject({ message: 'Overloaded' });
  const other = unknownEvent({ hello: 'world' });
  expect(streamCause(other)).toBe(other);
});

test('a limit of ours is itself, and everything else stays what it is', () => {
  const limit = new AnswerLimitError({ text: 'it is longer than 32 MB' });
  expect(streamCause(whileReading(limit))).toBe(limit);
  const error = new Error('something else');
  expect(streamCause(error)).toBe(error);
  expect(streamCause('text')).toBe('text');
});
