import { z } from 'zod';

/** A text that the user saved for messages; the user fills in `{{name}}` and `{{name=default}}`. The names of saved prompts are unique. */
export const savedPromptSchema = z.object({ name: z.string().trim().min(1).max(80), text: z.string().min(1).max(20_000) });
export type SavedPrompt = z.infer<typeof savedPromptSchema>;

export const savedPromptsSchema = z
  .array(savedPromptSchema)
  .max(200)
  .refine((prompts) => new Set(prompts.map(({ name }) => name)).size === prompts.length, { message: 'two have the same name' });
