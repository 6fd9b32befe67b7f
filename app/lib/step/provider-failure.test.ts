import { APICallError, JSONParseError } from 'ai';
import { describe, expect, test } from 'vitest';
import { AnswerLimitError } from './answer-limits.ts';
import { providerFailure, streamFailure } from './provider-failure.ts';

const context = { providerName: 'Acme', secrets: [] };
const answered = (statusCode: number, responseBody: string, responseHeaders: Record<string, string> = {}) =>
  new APICallError({ message: 'no', url: 'https://acme.example/v1', requestBodyValues: {}, statusCode, responseBody, responseHeaders });

describe('before an answer begins', () => {
  test('the wait that a provider names goes along, wherever it names it', () => {
    expect(providerFailure(answered(429, '{}', { 'retry-after': '7' }), context)).toMatchObject({ status: 429, retryAfterSeconds: 7 });
    expect(providerFailure(answered(429, '{"retryDelay":"12s"}'), context)).toMatchObject({ kind: 'rate-limit', retryAfterSeconds: 12 });
    expect(providerFailure(answered(529, 'Overloaded', { 'retry-after': '3' }), context)).toMatchObject({
      status: 503,
      kind: 'overload',
      retryAfterSeconds: 3,
    });
  });

  test.each(['Network connection lost.', 'fetch failed', 'connect ECONNREFUSED 127.0.0.1:9'])(
    '“%s” is a connection that is gone',
    (words) => {
      expect(providerFailure(new Error(words), context)).toMatchObject({ status: 503, kind: 'network-gone' });
    },
  );

  test('an error of ours is none of the provider’s', () => {
    const { status, kind } = providerFailure(new Error('undefined is not a function'), context);
    expect([status, kind]).toEqual([500, undefined]);
  });
});

describe('after an answer has begun', () => {
  test.each([
    ['overload', { type: 'overloaded_error', message: 'Overloaded' }],
    ['rate-limit', { message: 'Slow down', code: 429 }],
    ['no-quota', { message: 'Insufficient credits', code: 402 }],
    ['context-too-long', 'prompt is too long: 300000 tokens > 200000 maximum'],
    ['cut-off', new TypeError('terminated')],
    ['cut-off', { odd: true }],
    ['refused', new AnswerLimitError({ text: 'it is too long' })],
    ['time-out', new DOMException('too late', 'TimeoutError')],
    ['cut-off', answered(200, '')],
    ['malformed', new JSONParseError({ text: '<html>', cause: null })],
  ])('%s is read from what the stream says', (kind, error) => {
    expect(streamFailure(error).kind).toBe(kind);
  });

  test('what cannot be written as JSON is not in the way', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(streamFailure(circle)).toEqual({ kind: 'cut-off' });
  });
});
