import modelVariables from './model-variables.json';

/** Text settings of the server by name, such as `OPENAI_API_KEY`. */
export type ModelEnvironment = ReadonlyMap<string, string>;

/** Every name a provider may read; nothing else of the environment is looked at. */
const NAMES = [...modelVariables, 'DEMO_PACE'];

/**
 * The settings as the runtime hands them over: Cloudflare's bindings (`context.cloudflare.env`, filled from `.dev.vars` or the
 * dashboard) first, then the environment of the Node process in development.
 */
export function readModelEnvironment(context: unknown): ModelEnvironment {
  const bindings = property(property(context, 'cloudflare'), 'env');
  const processEnvironment = property(property(globalThis, 'process'), 'env');
  const found = new Map<string, string>();
  for (const name of NAMES) {
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

/** The values that must never be shown. */
export function secretsOf(environment: ModelEnvironment): string[] {
  return [...environment].flatMap(([name, value]) => (name.endsWith('_KEY') ? [value] : credentialsIn(value)));
}

/** An address may hold a password: `https://user:password@host/`. */
function credentialsIn(value: string): string[] {
  if (!URL.canParse(value)) return [];
  const { password } = new URL(value);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}

function property(holder: unknown, name: string): unknown {
  // Reading one named property of whatever the platform passed; its type is checked by the caller.
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;
}
