import { BUILT_IN_CONNECTION } from '../protocol/models/built-in-model.ts';
import { LOCAL_PREFIX, type LocalEndpoint, type LocalKind } from '../protocol/models/local-endpoint.ts';
import { KNOWN_PLACES } from './known-places.ts';

const NAMES: Readonly<Record<LocalKind, string>> = { ollama: 'Ollama', 'lm-studio': 'LM Studio', 'openai-compatible': 'Local models' };

/** Creates an endpoint from one that was found. The second of a kind is named after its address. */
export function newEndpoint({ kind, address }: Pick<LocalEndpoint, 'kind' | 'address'>, known: readonly LocalEndpoint[]): LocalEndpoint {
  const { origin, host } = new URL(address);
  const usual = KNOWN_PLACES.find((place) => place.kind === kind && place.address === origin);
  const name = kind === 'openai-compatible' ? (usual?.name ?? NAMES[kind]) : NAMES[kind];
  const id = `${LOCAL_PREFIX}${slug(name)}`;
  if (!known.some((endpoint) => endpoint.id === id || endpoint.name === name)) return { id, kind, name, address };
  return { id: freeId(`${LOCAL_PREFIX}${slug(host)}`, known), kind, name: `${name} at ${host}`.slice(0, 60), address };
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
}

function freeId(wished: string, known: readonly LocalEndpoint[]): string {
  const taken = new Set([BUILT_IN_CONNECTION, ...known.map(({ id }) => id)]);
  for (let number = 1; ; number++) {
    const id = number === 1 ? wished : `${wished}-${number}`;
    if (!taken.has(id)) return id;
  }
}
