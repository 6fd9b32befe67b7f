import { listLmStudioModels } from '../../models/lm-studio/lm-studio-models.ts';
import type { ListLocalModels } from '../../models/local-listing.ts';
import { listOllamaModels } from '../../models/ollama/ollama-models.ts';
import type { LocalKind } from '../../protocol/models/local-endpoint.ts';
import { listCompatibleModels } from './compatible-models.ts';

/** In the order in which an endpoint of unknown kind is tried: other kinds also serve the last one's list. */
export const listModelsByKind: Readonly<Record<LocalKind, ListLocalModels>> = {
  ollama: listOllamaModels,
  'lm-studio': listLmStudioModels,
  'openai-compatible': listCompatibleModels,
};
