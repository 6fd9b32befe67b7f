import type { Connection } from '../../lib/models/connection.ts';
import type { ModelProvider } from '../../lib/models/model-provider.ts';
import type { ModelEnvironment } from './model-environment.server.ts';

/** Returns the connections from the server's environment: one for each provider whose required variables are set. */
export function serverConnections(environment: ModelEnvironment, providers: readonly ModelProvider[]): Connection[] {
  return providers.flatMap((provider) => {
    const values = new Map<string, string>();
    for (const { name, variable } of provider.fields) {
      const value = variable === undefined ? undefined : environment.get(variable);
      if (value !== undefined) values.set(name, value);
    }
    return provider.isComplete(values)
      ? [{ id: provider.id, providerId: provider.id, name: provider.name, values, owner: 'server' as const }]
      : [];
  });
}
