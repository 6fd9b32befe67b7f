import { z } from 'zod';
import { type ChatId, chatIdSchema } from '../protocol/ids.ts';
import { type ConnectedMachine, connectedMachineSchema } from '../protocol/machines/machine.ts';
import type { Place } from '../protocol/machines/place.ts';
import { MACHINES_KEY } from '../protocol/storage-keys.ts';

/** A folder of a machine that was connected here, and the chat that was last open in it. */
const keptSchema = z.object({ machine: connectedMachineSchema, chatId: chatIdSchema.optional() });
type Kept = z.infer<typeof keptSchema>;

type Folder = Pick<Place, 'machineId' | 'folder'>;

/** Above this number the oldest are forgotten; their chats stay. */
const MOST = 100;

/** How this browser reaches real machines. The addresses are secrets, so they belong to the browser and not to a chat. */
export interface MachineStore {
  find(folder: Folder): ConnectedMachine | null;
  chatOf(folder: Folder): ChatId | null;
  /** Throws a DOMException if the browser refuses. */
  keep(machine: ConnectedMachine, chatId: ChatId | null): void;
}

export function createMachineStore(storage: Pick<Storage, 'getItem' | 'setItem'>): MachineStore {
  const all = (): Kept[] => {
    try {
      return z.array(keptSchema).parse(JSON.parse(storage.getItem(MACHINES_KEY) ?? '[]'));
    } catch {
      // An unreadable list counts as empty: the machines are connected again.
      return [];
    }
  };
  const isOf = ({ machineId, folder }: Folder) => {
    return ({ machine: { facts } }: Kept) => facts.id === machineId && facts.folder === folder;
  };
  return {
    find: (folder) => all().find(isOf(folder))?.machine ?? null,
    chatOf: (folder) => all().find(isOf(folder))?.chatId ?? null,
    keep(machine, chatId) {
      const is = isOf({ machineId: machine.facts.id, folder: machine.facts.folder });
      const others = all().filter((kept) => !is(kept));
      storage.setItem(MACHINES_KEY, JSON.stringify([...others, { machine, ...(chatId === null ? {} : { chatId }) }].slice(-MOST)));
    },
  };
}
