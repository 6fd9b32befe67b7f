/**
 * What a state has many of, changed without a copy while nobody else can hold it.
 *
 * A state is a value: a change makes a new one, and its maps and lists are copied. Of a journal's ten thousand records only the last state
 * is seen, and copying everything for each of them takes time by the square of its length. Between `beginProjection` and its end, the
 * collections that were copied in it are its own, and are changed in their place.
 */
interface Projection {
  /** Copied in this projection, and held by its newest state alone. */
  owned: WeakSet<object>;
  /** What takes back the changes of the present record, the newest last: one that turns out impossible has changed nothing. */
  undo: (() => void)[];
}

let projection: Projection | null = null;

export interface ProjectionScope {
  /** One more record: `work` changes all or, where it throws, nothing. */
  record<Result>(work: () => Result): Result;
  /** From now on somebody else holds what the newest state has: a version of the conversation that was put away. */
  share(): void;
}

/** Not to be entered twice, nor left waiting: what `work` does is done when it returns. */
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

/** The collection to change, and where its change is noted; a copy where others may hold it. */
function ownOf<Collection extends object>(collection: object, copy: () => Collection): { own: Collection; undo: (() => void)[] } {
  if (projection === null) return { own: copy(), undo: [] };
  // Only what `copy` has made is owned.
  if (projection.owned.has(collection)) return { own: collection as Collection, undo: projection.undo };
  const own = copy();
  projection.owned.add(own);
  // Nobody had this copy before the record: with the record it is forgotten.
  return { own, undo: [] };
}

export function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  const { own, undo } = ownOf(map, () => new Map(map));
  const before = own.get(key);
  if (own.has(key))
    undo.push(() => own.set(key, before as Value)); // `has` says that it is one.
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

/** `index` is that of an item. */
export function withItemAt<Item>(list: readonly Item[], index: number, item: Item): readonly Item[] {
  const { own, undo } = ownOf(list, () => [...list]);
  const before = own[index] as Item; // As said above.
  undo.push(() => own.splice(index, 1, before));
  own[index] = item;
  return own;
}
