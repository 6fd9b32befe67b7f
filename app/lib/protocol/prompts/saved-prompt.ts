import { z } from 'zod';

/** A text that the user keeps for messages; `{{name}}` and `{{name=default}}` in it are asked for. Its name is its own among them. */
export const savedPromptSchema = z.object({ name: z.string().trim().min(1).max(80), text: z.string().min(1).max(20_000) });
export type SavedPrompt = z.infer<typeof savedPromptSchema>;

export const savedPromptsSchema = z
  .array(savedPromptSchema)
  .max(200)
  .refine((prompts) => new Set(prompts.map(({ name }) => name)).size === prompts.length, { message: 'two have the same name' });
