import type { IdSource } from '../agent/contract/ports.ts';
import { saidReason } from '../i18n/said-reason.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import { type ChatId, chatIdSchema, projectIdSchema } from '../protocol/ids.ts';
import type { MachineFacts } from '../protocol/machines/machine.ts';
import type { Place } from '../protocol/machines/place.ts';
import { placeName } from '../protocol/machines/place-name.ts';
import { reasonText } from '../protocol/texts/reason.ts';
import { $awayPlace } from '../stores/other-tab.ts';
import { connectMachine } from './connect-machine.ts';
import { findBridges } from './find-bridges.ts';
import type { MachineStore } from './machine-store.ts';
import { readBridgeLink } from './read-bridge-link.ts';

/** The user's actions on real machines. */
export interface MachineActions {
  /** Connects by the address that a bridge prints, and opens its folder. Returns false if that failed, which a notice explains. */
  openMachine(link: string): Promise<boolean>;
  /** Returns the addresses at which bridges answer on this computer. Nothing is connected. */
  findBridges(): Promise<readonly string[]>;
}

export interface MachineServiceOptions {
  /** Reaches this computer, which the page itself may not. */
  request: typeof fetch;
  store: MachineStore;
  journal: Pick<JournalStore, 'append' | 'projectOf'>;
  notices: Pick<NoticeService, 'guard'>;
  ids: IdSource;
  openChatId(): ChatId | null;
  openChat(chatId: ChatId): Promise<boolean>;
  /** Starts the runtime of the open chat again. */
  restartRuntime(): Promise<unknown>;
}

export interface MachineService extends MachineActions {
  /** Like `openMachine`, but rejects with words for the user. */
  connect(link: string): Promise<Place>;
}

export function createMachineService(options: MachineServiceOptions): MachineService {
  const { request, store, journal, notices, ids, openChatId, openChat, restartRuntime } = options;
  /** The same folder is the same project, so that its history and checkpoints continue. */
  const chatIn = async (place: Place): Promise<ChatId> => {
    const kept = store.chatOf(place);
    if (kept !== null && (await journal.projectOf(kept)) !== null) return kept;
    const chatId = chatIdSchema.parse(ids.next());
    const title = t('{folder} on {place}', { folder: nameOf(place.folder), place: placeName(place) });
    await journal.append(chatId, { type: 'chat-created', title, projectId: projectIdSchema.parse(ids.next()), place });
    return chatId;
  };
  const connect = async (text: string): Promise<Place> => {
    const reading = readBridgeLink(text);
    if (!reading.ok) throw new Error(saidReason({ why: reasonText(reading.why), reason: reading.why }));
    const machine = await connectMachine(request, reading.link);
    const place = placeOf(machine.facts);
    const chatId = await chatIn(place);
    store.keep(machine, chatId);
    // A chat that was only read because its machine was away is opened like any other.
    if (openChatId() === chatId && $awayPlace.get() === null) await restartRuntime();
    else await openChat(chatId);
    return place;
  };
  return {
    connect,
    findBridges: () => findBridges(request),
    openMachine: async (text) => (await notices.guard(t('The machine was not connected'), () => connect(text))) !== null,
  };
}

function placeOf({ id, user, host, home, folder }: MachineFacts): Place {
  return { machineId: id, user, host, home, folder };
}

function nameOf(folder: string): string {
  return folder.split('/').at(-1) || folder;
}
