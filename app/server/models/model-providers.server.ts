import type { ModelProvider } from '../../lib/models/model-provider.ts';
import { googleProvider } from '../../lib/models/providers/google.ts';
import { openaiProvider } from '../../lib/models/providers/openai.ts';
import { demoProvider } from './demo.server.ts';

/** Every source of models, in the order in which the default is looked for. */
export const modelProviders: readonly ModelProvider[] = [openaiProvider, googleProvider, demoProvider];
