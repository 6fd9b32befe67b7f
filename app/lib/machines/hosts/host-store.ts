import { z } from 'zod';
import { type KeptHost, keptHostSchema } from '../../protocol/machines/kept-host.ts';
import { HOSTS_KEY } from '../../protocol/storage-keys.ts';

/** Above this number the one that was not used for the longest time is forgotten. */
const MOST = 50;

/** The places of the form, in this browser. */
export interface HostStore {
  /** Most recently used first. */
  list(): readonly KeptHost[];
  /**
   * Replaces entries with the same id or the same place; after a test it is still known where the same place led. Throws a DOMException if
   * the browser refuses. Returns those that are forgotten, because there are too many.
   */
  keep(host: KeptHost): readonly KeptHost[];
  forget(id: string): void;
}

export function createHostStore(storage: Pick<Storage, 'getItem' | 'setItem'>): HostStore {
  const list = (): KeptHost[] => {
    const read = z.array(z.unknown()).safeParse(parsed(storage.getItem(HOSTS_KEY)));
    // An entry that cannot be read does not take the others with it.
    return (read.data ?? []).flatMap((entry) => keptHostSchema.safeParse(entry).data ?? []);
  };
  const save = (hosts: readonly KeptHost[]) => storage.setItem(HOSTS_KEY, JSON.stringify(hosts));
  return {
    list,
    keep(host) {
      const { reached, ...kept } = keptHostSchema.parse(host);
      const all = list();
      const former = all.find((other) => isSame(other, kept));
      const others = all.filter((other) => other.id !== kept.id && other !== former);
      const sorted = [{ ...kept, reached: reached ?? former?.reached ?? null }, ...others].sort((one, other) => other.usedAt - one.usedAt);
      save(sorted.slice(0, MOST));
      return sorted.slice(MOST);
    },
    forget: (id) => save(list().filter((host) => host.id !== id)),
  };
}

/** The way to log in does not make another place of it. */
function isSame({ place: one }: Pick<KeptHost, 'place'>, { place: other }: Pick<KeptHost, 'place'>): boolean {
  const key = (place: KeptHost['place']) =>
    place.kind === 'ssh' ? [place.kind, place.host, place.user ?? '', place.port ?? 22, place.folder] : Object.values(place);
  return JSON.stringify(key(one)) === JSON.stringify(key(other));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
