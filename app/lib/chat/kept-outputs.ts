import type { Hasher } from '../agent/contract/ports.ts';
import type { KeptOutputs } from '../agent/contract/tool-ports.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';

export interface KeptOutputsOptions {
  journal: Pick<JournalStore, 'keepContent'>;
  files: Pick<ProjectFileStore, 'read'>;
  hasher: Hasher;
}

/** Stores outputs next to the versions of files: an event that names an output keeps it, and it is deleted with its chat. */
export function createKeptOutputs({ journal, files, hasher }: KeptOutputsOptions): KeptOutputs {
  return {
    async keep(text) {
      const bytes = new TextEncoder().encode(text);
      const hash = await hasher.hash(bytes);
      await journal.keepContent(hash, bytes);
      return hash;
    },
    async read(hash) {
      const bytes = await files.read(hash);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
  };
}
