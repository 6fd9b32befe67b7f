import type { Hasher } from '../agent/contract/ports.ts';
import type { KeptOutputs } from '../agent/contract/tool-ports.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';

export interface KeptOutputsOptions {
  journal: Pick<JournalStore, 'keepContent'>;
  files: Pick<ProjectFileStore, 'read'>;
  hasher: Hasher;
}

export interface KeptOutputService extends KeptOutputs {
  /** The outputs that the event names, as far as they are at hand: they are stored with it, in case a sweep came before it. */
  contentsOf(event: JournalEvent): ReadonlyMap<ContentHash, Uint8Array>;
}

/** Calls that run at the same time keep no more outputs than this before their results are recorded. */
const MOST_AT_HAND = 8;

/** Stores outputs next to the versions of files: an event that names an output keeps it, and it is deleted with its chat. */
export function createKeptOutputs({ journal, files, hasher }: KeptOutputsOptions): KeptOutputService {
  const atHand = new Map<ContentHash, Uint8Array>();
  return {
    async keep(text) {
      const bytes = new TextEncoder().encode(text);
      const hash = await hasher.hash(bytes);
      atHand.delete(hash);
      atHand.set(hash, bytes);
      for (const old of [...atHand.keys()].slice(0, -MOST_AT_HAND)) atHand.delete(old);
      await journal.keepContent(hash, bytes);
      return hash;
    },
    async read(hash) {
      const bytes = await files.read(hash);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    contentsOf(event) {
      const effects = event.type === 'tool-call-succeeded' ? event.effects : [];
      const named = effects.flatMap((effect) => (effect.type === 'output-kept' ? [effect.hash] : []));
      return new Map(
        named.flatMap((hash): [ContentHash, Uint8Array][] => {
          const bytes = atHand.get(hash);
          return bytes === undefined ? [] : [[hash, bytes]];
        }),
      );
    },
  };
}
