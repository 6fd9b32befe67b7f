import type { Agreement, AgreementStore } from '../../persistence/folder-store.ts';

/** Reads what is kept once: nobody else writes it while this tab works on the project, and each round asks for all of it. */
export function agreementsInMemory(store: AgreementStore): AgreementStore {
  let loading: Promise<Map<string, Agreement>> | null = null;
  const load = () => {
    loading ??= store.load().then((kept) => new Map(kept));
    // What could not be read is asked for again.
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
