import { expect, test } from 'vitest';
import { readCallOutcome } from './call-outcome.server.ts';
import { readCommandReport } from './command-report.server.ts';

test.each([
  ['The user denied this call; it was not run. They say: use "port 80": please', 'use "port 80": please'],
  ['The user denied this call; it was not run. Do not try it again in another form; find another way.', null],
  ['User denied: too early', 'too early'],
  ['denied', null],
])('a user’s no is distinguished from a failure: %s', (value, reason) => {
  expect(readCallOutcome({ type: 'error-text', value })).toEqual({ kind: 'denied', reason });
});

test('the SDK’s own form of a denial is one too', () => {
  expect(readCallOutcome({ type: 'execution-denied', reason: 'no' })).toEqual({ kind: 'denied', reason: 'no' });
});

test('a denied permission is a failure, not a user’s no', () => {
  const message = "EACCES: permission denied, open '/x'";
  expect(readCallOutcome({ type: 'error-text', value: message })).toEqual({ kind: 'failed', message });
});

test.each(['cancelled: interrupted before it had a result.', 'The command was stopped. Output so far:'])('cut off: %s', (value) => {
  expect(readCallOutcome({ type: 'error-text', value })).toEqual({ kind: 'interrupted' });
});

test('JSON that comes as text is read as JSON, other text as it is', () => {
  expect(readCallOutcome({ type: 'text', value: '{"exitCode":1}' })).toEqual({ kind: 'done', value: { exitCode: 1 } });
  expect(readCallOutcome({ type: 'text', value: 'fine' })).toEqual({ kind: 'done', value: 'fine' });
});

test('a command’s result may lack what it likes', () => {
  expect(readCommandReport('hello')).toEqual({ status: 'completed', exitCode: 0, output: 'hello' });
  expect(readCommandReport({ exitCode: 2 })).toEqual({ status: 'completed', exitCode: 2, output: '' });
  expect(readCommandReport({ status: 'running', ports: [3000, { port: 3001 }, null, 'x'] })).toEqual({
    status: 'running',
    output: '',
    ports: [3000, 3001],
  });
  expect(readCommandReport({ status: 'timed_out' })).toEqual({ status: 'timed_out', output: '' });
  expect(readCommandReport(null)).toMatchObject({ status: 'completed' });
});
