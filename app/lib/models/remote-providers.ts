import type { ModelProvider } from './model-provider.ts';
import { anthropicProvider } from './providers/anthropic.ts';
import { azureProvider } from './providers/azure.ts';
import { bedrockProvider } from './providers/bedrock.ts';
import { deepseekProvider } from './providers/deepseek.ts';
import { googleProvider } from './providers/google.ts';
import { groqProvider } from './providers/groq.ts';
import { lmStudioProvider } from './providers/lm-studio.ts';
import { mistralProvider } from './providers/mistral.ts';
import { ollamaProvider } from './providers/ollama.ts';
import { openaiProvider } from './providers/openai.ts';
import { openaiCompatibleProvider } from './providers/openai-compatible.ts';
import { openrouterProvider } from './providers/openrouter.ts';
import { xaiProvider } from './providers/xai.ts';

/** All model sources that are reached over the network, in the order in which a default is looked for. */
export const remoteProviders: readonly ModelProvider[] = [
  anthropicProvider,
  openaiProvider,
  googleProvider,
  openrouterProvider,
  xaiProvider,
  mistralProvider,
  deepseekProvider,
  groqProvider,
  azureProvider,
  bedrockProvider,
  ollamaProvider,
  lmStudioProvider,
  openaiCompatibleProvider,
];
