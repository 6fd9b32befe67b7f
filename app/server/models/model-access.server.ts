import type { ModelAccess } from '../../lib/models/model-access.ts';
import { readModelEnvironment } from './model-environment.server.ts';
import { modelProviders } from './model-providers.server.ts';
import { serverConnections } from './server-connections.server.ts';

/** What a request may ask: the models of the server's own keys. */
export function modelAccess(context: unknown): ModelAccess {
  return {
    providers: modelProviders,
    connections: serverConnections(readModelEnvironment(context, modelProviders), modelProviders),
    // Called as a plain function: workerd refuses a fetch that is called as a method of something else.
    fetchFor: () => (input, init) => fetch(input, init),
  };
}
