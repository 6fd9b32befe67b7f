import { expect, test } from 'vitest';
import { failedRequestText } from './failed-request-text.ts';

test('a failed request is one line of text with its place', () => {
  const request = { method: 'GET', address: '/api', status: 404, initiator: 'fetch', stack: 'at src/api.ts:3' };
  expect(failedRequestText(request)).toEqual({ message: 'GET /api: 404 (fetch)', stack: 'at src/api.ts:3' });
  expect(failedRequestText({ ...request, status: 0, stack: '' })).toEqual({ message: 'GET /api: no answer (fetch)' });
});
