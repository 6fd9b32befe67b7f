/**
 * Large collections of a state, mutated in place while no other code can hold them.
 *
 * A state is a value: each change makes a new one and copies the maps and lists that change. When a whole journal is projected, only the
 * last state is visible, and copying for each of ten thousand records would take quadratic time. Inside `inProjection`, collections that
 * were copied within it are owned by the projection and mutated in place.
 */
interface Projection {
  /** Collections copied in this projection and held only by its newest state. */
  owned: WeakSet<object>;
  /** Reverts the changes of the current record, newest last, so that an impossible record changes nothing. */
  undo: (() => void)[];
}

let projection: Projection | null = null;

export interface ProjectionScope {
  /** Applies one record: `work` changes everything or, if it throws, nothing. */
  record<Result>(work: () => Result): Result;
  /** Declares the newest state's collections shared from now on, because a stored version of the conversation holds them. */
  share(): void;
}

/** Runs `work` as a projection. `work` must be synchronous: the projection ends when it returns. */
export function inProjection<Result>(work: (scope: ProjectionScope) => Result): Result {
  const outer = projection;
  const own: Projection = { owned: new WeakSet(), undo: [] };
  projection = own;
  const scope: ProjectionScope = {
    record(apply) {
      own.undo = [];
      try {
        return apply();
      } catch (error) {
        for (const takeBack of own.undo.reverse()) takeBack();
        throw error;
      }
    },
    share: () => {
      own.owned = new WeakSet();
    },
  };
  try {
    return work(scope);
  } finally {
    projection = outer;
  }
}

/** Returns the collection to change and the list for its undo steps; a copy if others may hold the collection. */
function ownOf<Collection extends object>(collection: object, copy: () => Collection): { own: Collection; undo: (() => void)[] } {
  if (projection === null) return { own: copy(), undo: [] };
  // Only collections returned by `copy` are owned.
  if (projection.owned.has(collection)) return { own: collection as Collection, undo: projection.undo };
  const own = copy();
  projection.owned.add(own);
  // The copy did not exist before this record, so if the record fails, the copy is discarded.
  return { own, undo: [] };
}

export function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  const { own, undo } = ownOf(map, () => new Map(map));
  const before = own.get(key);
  if (own.has(key))
    undo.push(() => own.set(key, before as Value)); // `has` guarantees a value.
  else undo.push(() => own.delete(key));
  return own.set(key, value);
}

export function withMember<Member>(set: ReadonlySet<Member>, member: Member): ReadonlySet<Member> {
  if (set.has(member)) return set;
  const { own, undo } = ownOf(set, () => new Set(set));
  undo.push(() => own.delete(member));
  return own.add(member);
}

export function withItem<Item>(list: readonly Item[], item: Item): readonly Item[] {
  const { own, undo } = ownOf(list, () => [...list]);
  undo.push(() => own.pop());
  own.push(item);
  return own;
}

/** `index` must be that of an existing item. */
export function withItemAt<Item>(list: readonly Item[], index: number, item: Item): readonly Item[] {
  const { own, undo } = ownOf(list, () => [...list]);
  const before = own[index] as Item; // `index` is that of an existing item.
  undo.push(() => own.splice(index, 1, before));
  own[index] = item;
  return own;
}
