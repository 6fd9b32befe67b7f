import { readFileSync } from 'node:fs';
import { z } from 'zod';

const corpusSchema = z.object({
  allow: z.array(z.string()),
  cases: z.array(
    z.object({
      command: z.string(),
      rules: z.string(),
      blanket: z.string(),
      why: z.string(),
      deny: z.array(z.string()).optional(),
      context: z.string().optional(),
    }),
  ),
});

/** Returns commands with their expected verdicts: with the rules of `allow`, and with commands approved automatically. */
export function commandCorpus(): z.infer<typeof corpusSchema> {
  const path = new URL('../../fixtures/corpus/commands.json', import.meta.url);
  return corpusSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}
