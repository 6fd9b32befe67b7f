import { type OriginStorage, STORAGE_KINDS, type StorageKind } from './origin-storage.ts';

/** What could not be removed; `name` null: the browser does not even say what there is of this kind. */
export interface LeftThing {
  kind: StorageKind;
  name: string | null;
}

/** Removes all that an origin keeps, whatever of it fails, and says what is still there. `within` rejects what takes too long. */
export async function emptyOrigin(
  storage: OriginStorage,
  within: <Value>(work: Promise<Value>) => Promise<Value>,
): Promise<readonly LeftThing[]> {
  // The workers first: one that still runs could keep something again.
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
