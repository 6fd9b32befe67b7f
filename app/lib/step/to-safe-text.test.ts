import { APICallError, InvalidToolInputError, NoSuchToolError } from 'ai';
import { expect, test } from 'vitest';
import { redact, toSafeText } from './to-safe-text.ts';

test.each([
  ['Incorrect API key provided: sk-proj-abcdef123456.', 'sk-proj'],
  ['key sk-ab***********wxyz is wrong', 'wxyz'],
  ['GET https://host/v1beta/models?key=AIzaSyD1234567890abcdef&x=1 failed', 'AIzaSy'],
  ['GET https://host/models?api_key=plain-words-key failed', 'plain-words'],
  ['sent Authorization: Bearer abc.def-123', 'abc.def'],
  ['connect https://user:password@proxy.example/ failed', 'password'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJhbGci'],
])('a secret never comes out: %s', (text, secret) => {
  expect(redact(text, [])).not.toContain(secret);
});

test('the keys in use never come out, whatever they look like', () => {
  expect(redact('the key hunter2-hunter2 is wrong', ['hunter2-hunter2'])).toBe('the key [key] is wrong');
});

test('no stack and no path of the server comes out, the sentence does', () => {
  const text = redact(
    'Boom in /srv/app/build/server/index.js:10:2\n    at run (file:///srv/app/index.js:1:2)\n    at next (node:internal:3)',
    [],
  );
  expect(text).toBe('Boom in');
});

test('a text without end is cut', () => {
  expect(redact('word '.repeat(1_000), []).length).toBeLessThan(620);
});

test('what is no error has words too', () => {
  for (const value of [undefined, null, 7, {}, '', new Error('')]) expect(toSafeText(value, [])).toBe('An error occurred.');
  expect(toSafeText({ message: 'overloaded' }, [])).toBe('overloaded');
});

test('a provider’s message stays, what was sent to it does not', () => {
  const error = new APICallError({
    message: 'Too long',
    url: 'https://host/v1',
    requestBodyValues: { prompt: 'private' },
    responseBody: 'private',
    statusCode: 400,
  });
  expect(toSafeText(error, [])).toBe('Too long');
});

test('a model learns which tools there are, and that its arguments are no JSON', () => {
  expect(toSafeText(new NoSuchToolError({ toolName: 'fly', availableTools: ['devonz_read_file'] }), [])).toBe(
    'There is no tool named "fly". The tools are: devonz_read_file.',
  );
  const error = new InvalidToolInputError({ toolName: 'devonz_read_file', toolInput: '{"secret', cause: new Error('Unterminated string') });
  expect(toSafeText(error, [])).toMatch(/^The arguments of devonz_read_file are not valid JSON: Unterminated string\./);
});
