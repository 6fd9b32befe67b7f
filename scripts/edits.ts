/**
 * `npm run edits`: reads JSON lines `{"content", "edits": [{"find", "replace", "all"?}]}` on stdin and answers each with one line
 * `{"ok":true,"content"}` or `{"ok":false,"code","count"?}`, or `{"error"}` if the line is invalid.
 */
import { z } from 'zod';
import { applyEdits } from '../app/lib/tools/files/edit-ladder.ts';
import { answerLines } from './answer-lines.ts';

const questionSchema = z.object({
  content: z.string(),
  edits: z.array(z.object({ find: z.string(), replace: z.string(), all: z.boolean().optional() })),
});

await answerLines(questionSchema, ({ content, edits }) => applyEdits(content, edits));
