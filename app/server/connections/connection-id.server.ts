import type { ModelProvider } from '../../lib/models/model-provider.ts';

const LONGEST = 30;

/** Returns the id of a new connection: the provider's id for its first connection, otherwise one derived from the connection's name. */
export function connectionId(name: string, provider: Pick<ModelProvider, 'id' | 'name'>, taken: readonly string[]): string {
  const isPlain = name.toLowerCase() === provider.name.toLowerCase();
  const base = isPlain ? provider.id : slugOf(name) || provider.id;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base.slice(0, LONGEST - 3)}-${count}`;
    if (!taken.includes(id)) return id;
  }
}

/** Converts a name to an id: `Môn Labo №2` becomes `mon-labo-no2`. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
}
