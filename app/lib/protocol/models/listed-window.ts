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
  /** llama.cpp: what the server has made room for, not what the model was trained with. */
  meta: z.object({ n_ctx: toldTokensSchema }).nullish().catch(null),
});
type ListedWindow = Partial<z.infer<typeof listedWindowSchema>>;

/** Returns the window in tokens; undefined if the list does not name one. The room that a server has made comes before a model's own. */
export function listedWindow(listed: ListedWindow | undefined): number | undefined {
  const { meta, max_model_len: served, context_length: length, context_window: window, max_context_length: most } = listed ?? {};
  return meta?.n_ctx ?? served ?? length ?? window ?? most;
}
