import { z } from 'zod';
import { tokenUsageSchema } from './message.ts';

export const WEB_SEARCH_PATH = '/api/search';
export const LONGEST_QUERY = 2_000;
/** Larger bodies are answered 413. In bytes. */
export const MAX_SEARCH_REQUEST_BYTES = 16 * 1024;

/** Body of `POST /api/search`: one search by the provider of a model. */
export const webSearchRequestSchema = z.object({
  modelId: z.string().min(1).max(200),
  query: z.string().min(1).max(LONGEST_QUERY),
});

/** A source of the findings; only `http` and `https` URLs. */
export const webSourceSchema = z.object({ title: z.string().max(500), url: z.string().max(4_000) });
export type WebSource = z.infer<typeof webSourceSchema>;

export const webSearchAnswerSchema = z.object({
  /** The findings in the words of the provider's model. */
  text: z.string().max(200_000),
  sources: z.array(webSourceSchema).max(50),
  usage: tokenUsageSchema,
});
export type WebSearchAnswer = z.infer<typeof webSearchAnswerSchema>;
