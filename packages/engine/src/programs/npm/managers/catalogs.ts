import { NpmError } from '../npm-error.ts';

/** Versions that a workspace keeps in one place: `catalog:` is the default list, `catalog:name` another. */
export class Catalogs {
  constructor(readonly lists: ReadonlyMap<string, ReadonlyMap<string, string>>) {}

  /** What a spec stands for; one that is of no catalog comes back as it is. */
  resolve(name: string, spec: string): string {
    const list = catalogOf(spec);
    if (list === null) return spec;
    const found = this.lists.get(list)?.get(name);
    if (found !== undefined) return found;
    throw new NpmError('CATALOG_ENTRY_NOT_FOUND_FOR_SPEC', [`No catalog entry '${name}' was found for catalog '${list}'.`]);
  }
}

/** `catalog:` → `default`; null for what asks no catalog. */
export function catalogOf(spec: string): string | null {
  if (!spec.startsWith('catalog:')) return null;
  return spec.slice('catalog:'.length).trim() || 'default';
}
