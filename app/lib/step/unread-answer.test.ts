import { JSONParseError, TypeValidationError } from 'ai';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reasonText } from '../protocol/texts/reason.ts';
import { unreadAnswer } from './unread-answer.ts';

const schema = z.union([
  z.object({ choices: z.array(z.object({ delta: z.object({ content: z.string() }) })) }),
  z.object({ error: z.object({ message: z.string() }) }),
]);

function wordsFor(value: unknown): string {
  const { error } = schema.safeParse(value);
  const reason = unreadAnswer(new TypeValidationError({ value, cause: error }));
  return reason === null ? '' : reasonText(reason);
}

test('a schema’s words become a sentence that names the place and what to do', () => {
  const words = wordsFor({ choices: [{ delta: { content: 7 } }] });
  expect(words).toContain('“choices[0].delta.content” is missing or not what it should be');
  expect(words).toContain('choose another model');
  expect(words).not.toMatch(/invalid|Value|\{/);
});

test('where no place can be named the sentence is without one, and other failures are none of these', () => {
  expect(wordsFor(7)).toMatch(/in a form that cannot be read\. Try again/);
  const broken = unreadAnswer(new JSONParseError({ text: '{"a', cause: new Error('Unexpected end') }));
  expect(broken === null ? '' : reasonText(broken)).toMatch(/not valid JSON\. Try again/);
  expect(unreadAnswer(new Error('gone'))).toBeNull();
});
