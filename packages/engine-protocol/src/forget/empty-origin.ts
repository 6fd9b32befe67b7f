import { type OriginStorage, STORAGE_KINDS, type StorageKind } from './origin-storage.ts';

/** A thing that could not be removed; a `null` name means that the browser cannot even list this kind. */
export interface LeftThing {
  kind: StorageKind;
  name: string | null;
}

/** Removes all data of an origin, despite individual failures, and returns what remains. `within` rejects operations that take too long. */
export async function emptyOrigin(
  storage: OriginStorage,
  within: <Value>(work: Promise<Value>) => Promise<Value>,
): Promise<readonly LeftThing[]> {
  // The workers first, because a running one could store data again.
  for (const kind of STORAGE_KINDS) {
    const names = await within(storage[kind].names()).catch(() => []);
    await Promise.all(names.map((name) => within(Promise.resolve(storage[kind].remove(name))).catch(() => undefined)));
  }
  return whatIsLeft(storage, within);
}

export async function whatIsLeft(
  storage: OriginStorage,
  within: <Value>(work: Promise<Value>) => Promise<Value>,
): Promise<readonly LeftThing[]> {
  const left = await Promise.all(
    STORAGE_KINDS.map(async (kind): Promise<LeftThing[]> => {
      const names = await within(storage[kind].names()).catch(() => [null]);
      return names.map((name) => ({ kind, name }));
    }),
  );
  return left.flat();
}
