import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { errorMessage } from '../app/lib/protocol/error-message.ts';

/** Answers every JSON line of standard input with one line of standard output, in order. The answer to an invalid line is `{"error"}`. */
export async function answerLines<Question>(schema: z.ZodType<Question>, answer: (question: Question) => object): Promise<void> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    if (!process.stdout.write(`${JSON.stringify(answerLine(line, number, schema, answer))}\n`)) await once(process.stdout, 'drain');
  }
}

function answerLine<Question>(line: string, number: number, schema: z.ZodType<Question>, answer: (question: Question) => object): object {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { error: `Line ${number} is not JSON: ${errorMessage(error)}` };
  }
  const question = schema.safeParse(value);
  if (question.success) return answer(question.data);
  const issues = question.error.issues.map(({ path, message }) => `${path.length === 0 ? 'the line' : path.join('.')}: ${message}`);
  return { error: `Line ${number} is not a question: ${issues.join('; ')}` };
}
