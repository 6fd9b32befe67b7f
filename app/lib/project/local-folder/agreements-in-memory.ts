import type { Agreement, AgreementStore } from '../../persistence/folder-store.ts';

/** Caches the stored agreements: each round needs all of them, and only this tab writes them while it has the project open. */
export function agreementsInMemory(store: AgreementStore): AgreementStore {
  let loading: Promise<Map<string, Agreement>> | null = null;
  const load = () => {
    loading ??= store.load().then((kept) => new Map(kept));
    // A failed load is tried again with the next call.
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };
  return {
    load,
    async save(changes) {
      const known = await load();
      await store.save(changes);
      for (const [path, agreement] of changes) {
        if (agreement === null) known.delete(path);
        else known.set(path, agreement);
      }
    },
  };
}
