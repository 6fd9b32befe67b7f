import { DEMO_MODEL_ID, DEMO_MODEL_NAME } from '../../lib/protocol/models.ts';
import { createDemoModel } from '../demo/create-demo-model.server.ts';
import { instantPacer, systemPacer } from '../demo/pacer.server.ts';
import type { ModelProvider } from './model-provider.server.ts';

/** The scripted model: always there, needs no key and no network. */
export const demoProvider: ModelProvider = {
  id: 'demo',
  name: 'Demo',
  isConfigured: () => true,
  listModels: async () => [{ id: DEMO_MODEL_ID, provider: 'demo', name: DEMO_MODEL_NAME }],
  // At the pace of a model that is watched; the end-to-end tests do not wait for it.
  createModel: (_name, environment) => ({
    model: createDemoModel({ pacer: environment.get('DEMO_PACE') === 'instant' ? instantPacer : systemPacer }),
  }),
};
