import type { ModelProvider } from './model-provider.ts';
import { anthropicProvider } from './providers/anthropic.ts';
import { googleProvider } from './providers/google.ts';
import { openaiProvider } from './providers/openai.ts';

/** Every source of models that is asked over the network, in the order in which the default is looked for. */
export const remoteProviders: readonly ModelProvider[] = [anthropicProvider, openaiProvider, googleProvider];
