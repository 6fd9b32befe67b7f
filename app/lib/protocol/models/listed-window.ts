import { z } from 'zod';
import { toldTokensSchema } from './told-number.ts';

const allocatedSchema = z.object({
  /** The context size that the server has allocated. */
  n_ctx: toldTokensSchema,
  /** The one that the model was trained with, which the server may not have room for. */
  n_ctx_train: toldTokensSchema,
});

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
  /** llama.cpp and what is built on it. */
  ...allocatedSchema.shape,
  meta: allocatedSchema.nullish().catch(null),
});
type ListedWindow = Partial<z.infer<typeof listedWindowSchema>>;

/**
 * Returns the window in tokens; undefined if the list does not contain it. A server's allocated size takes precedence over the model's own,
 * and both over the size of the training, which is only the most that it can be.
 */
export function listedWindow(listed: ListedWindow | undefined): number | undefined {
  const { meta, n_ctx: allocated, n_ctx_train: trained, max_model_len: served, ...model } = listed ?? {};
  const { context_length: length, context_window: window, max_context_length: most } = model;
  return meta?.n_ctx ?? allocated ?? served ?? length ?? window ?? most ?? meta?.n_ctx_train ?? trained;
}
