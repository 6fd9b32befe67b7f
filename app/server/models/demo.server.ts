import type { ModelProvider } from '../../lib/models/model-provider.ts';
import { DEMO_MODEL_ID, DEMO_MODEL_NAME } from '../../lib/protocol/models/models.ts';
import { createDemoModel } from '../demo/create-demo-model.server.ts';
import { instantPacer, systemPacer } from '../demo/pacer.server.ts';

/** The scripted model: always available, without a key or a network. */
export const demoProvider: ModelProvider = {
  id: 'demo',
  name: 'Demo',
  // Paced like a real model for users; the end-to-end tests do not wait.
  fields: [{ name: 'pace', label: 'Pace', isSecret: false, variable: 'DEMO_PACE' }],
  isComplete: () => true,
  listModels: async () => [
    { id: DEMO_MODEL_ID, provider: 'demo', name: DEMO_MODEL_NAME, seesImages: false, reasons: false, price: { input: 0, output: 0 } },
  ],
  createModel: async ({ values }) => ({
    model: createDemoModel({ pacer: values.get('pace') === 'instant' ? instantPacer : systemPacer }),
  }),
};
