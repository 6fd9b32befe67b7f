import type { HostDecision, OutboundHosts } from '../protocol/outbound/outbound-hosts.ts';
import { outboundHostsSchema } from '../protocol/outbound/outbound-hosts.ts';
import { OUTBOUND_HOSTS_KEY } from '../protocol/storage-keys.ts';

/** Above this number the oldest decisions are dropped, and the user is asked again. */
const MOST_PROJECTS = 200;
const MOST_HOSTS = 200;

export interface OutboundHostStore {
  /** Decisions of one project, newest last. Unreadable ones count as absent: the user is asked again. */
  load(project: string): readonly HostDecision[];
  /** Throws a DOMException if the browser refuses. */
  save(project: string, decisions: readonly HostDecision[]): void;
  /** Number of decisions of all other projects. */
  countOthers(project: string): number;
  clear(): void;
  /** Called when another tab saves. */
  onForeignChange(listener: () => void): () => void;
}

export function createOutboundHostStore(
  storage: Storage,
  target: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): OutboundHostStore {
  // Parsed JSON has own properties only, so no inherited names are found.
  const all = (): OutboundHosts => {
    try {
      return outboundHostsSchema.parse(JSON.parse(storage.getItem(OUTBOUND_HOSTS_KEY) ?? '{}'));
    } catch {
      return {};
    }
  };
  const others = (project: string) => Object.entries(all()).filter(([name]) => name !== project);
  return {
    load: (project) => {
      const found = all();
      return Object.hasOwn(found, project) ? (found[project] ?? []) : [];
    },
    save(project, decisions) {
      const kept = decisions.slice(-MOST_HOSTS);
      const entries = [...others(project), ...(kept.length === 0 ? [] : [[project, kept] as const])];
      storage.setItem(OUTBOUND_HOSTS_KEY, JSON.stringify(Object.fromEntries(entries.slice(-MOST_PROJECTS))));
    },
    countOthers: (project) => others(project).reduce((sum, [, decisions]) => sum + decisions.length, 0),
    clear: () => storage.removeItem(OUTBOUND_HOSTS_KEY),
    onForeignChange(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === OUTBOUND_HOSTS_KEY || event.key === null) listener();
      };
      target.addEventListener('storage', onStorage);
      return () => target.removeEventListener('storage', onStorage);
    },
  };
}
