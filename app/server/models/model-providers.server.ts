import type { ModelProvider } from '../../lib/models/model-provider.ts';
import { remoteProviders } from '../../lib/models/remote-providers.ts';
import { demoProvider } from './demo.server.ts';

/** Every source of models that this server can ask, in the order in which the default is looked for. */
export const modelProviders: readonly ModelProvider[] = [...remoteProviders, demoProvider];
