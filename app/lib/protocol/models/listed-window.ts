import { z } from 'zod';
import { toldTokensSchema } from './told-number.ts';

/** The names that a model's window has in the lists of OpenAI-compatible endpoints. */
export const listedWindowSchema = z.object({
  /** vLLM, SGLang. */
  max_model_len: toldTokensSchema,
  /** OpenRouter, Together, LM Studio and others. */
  context_length: toldTokensSchema,
  /** Groq, LiteLLM and others. */
  context_window: toldTokensSchema,
  /** Mistral, LM Studio. */
  max_context_length: toldTokensSchema,
  /** llama.cpp: the context size that the server has allocated, not the one the model was trained with. */
  meta: z.object({ n_ctx: toldTokensSchema }).nullish().catch(null),
});
type ListedWindow = Partial<z.infer<typeof listedWindowSchema>>;

/**
 * Returns the window in tokens; undefined if the list does not contain it. A server's allocated size takes precedence over the model's own.
 */
export function listedWindow(listed: ListedWindow | undefined): number | undefined {
  const { meta, max_model_len: served, context_length: length, context_window: window, max_context_length: most } = listed ?? {};
  return meta?.n_ctx ?? served ?? length ?? window ?? most;
}
