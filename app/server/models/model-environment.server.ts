import type { ModelProvider } from '../../lib/models/model-provider.ts';

/** Text settings of the server by name, such as `OPENAI_API_KEY`. */
export type ModelEnvironment = ReadonlyMap<string, string>;

/**
 * Reads the settings from the runtime: Cloudflare's bindings first (`context.cloudflare.env`, filled from `.dev.vars` or the dashboard),
 * then the environment of the Node process in development. Only variables that a provider names are read.
 */
export function readModelEnvironment(context: unknown, providers: readonly ModelProvider[]): ModelEnvironment {
  const bindings = property(property(context, 'cloudflare'), 'env');
  const processEnvironment = property(property(globalThis, 'process'), 'env');
  const names = providers.flatMap(({ fields }) => fields.flatMap(({ variable }) => variable ?? []));
  const found = new Map<string, string>();
  for (const name of names) {
    for (const source of [bindings, processEnvironment]) {
      const value = property(source, name);
      if (typeof value === 'string' && value.trim() !== '') {
        found.set(name, value.trim());
        break;
      }
    }
  }
  return found;
}

function property(holder: unknown, name: string): unknown {
  // Reads one named property of an unknown value; the caller checks its type.
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;
}
