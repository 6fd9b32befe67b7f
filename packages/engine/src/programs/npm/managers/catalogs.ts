import { NpmError } from '../npm-error.ts';

/** Versions that a workspace defines centrally: `catalog:` is the default list, `catalog:name` another. */
export class Catalogs {
  constructor(readonly lists: ReadonlyMap<string, ReadonlyMap<string, string>>) {}

  /** Resolves a spec; one that does not refer to a catalog is returned unchanged. */
  resolve(name: string, spec: string): string {
    const list = catalogOf(spec);
    if (list === null) return spec;
    const found = this.lists.get(list)?.get(name);
    if (found !== undefined) return found;
    throw new NpmError('CATALOG_ENTRY_NOT_FOUND_FOR_SPEC', [`No catalog entry '${name}' was found for catalog '${list}'.`]);
  }
}

/** Returns the catalog's name (`catalog:` → `default`), or null if the spec does not refer to one. */
export function catalogOf(spec: string): string | null {
  if (!spec.startsWith('catalog:')) return null;
  return spec.slice('catalog:'.length).trim() || 'default';
}
