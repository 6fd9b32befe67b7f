import { demoProvider } from './demo.server.ts';
import { googleProvider } from './google.server.ts';
import type { ModelProvider } from './model-provider.server.ts';
import { openaiProvider } from './openai.server.ts';

/** Every source of models, in the order in which the default is looked for. */
export const modelProviders: readonly ModelProvider[] = [openaiProvider, googleProvider, demoProvider];
