import type { OpeningRequest, WantedPlace } from 'devonz-engine-protocol/machine/own-computer';
import type { IdSource } from '../../agent/contract/ports.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { KeptHost } from '../../protocol/machines/kept-host.ts';
import type { Place } from '../../protocol/machines/place.ts';
import { placeName } from '../../protocol/machines/place-name.ts';
import { $hosts, $opening, $ownComputer, type HostState, type Opening } from '../../stores/machines/own-computer.ts';
import type { HostStore } from '../hosts/host-store.ts';
import { notUnderstoodText, type OwnComputerClient } from './own-computer-client.ts';
import { type OwnComputerKeyStore, readOwnComputerKey } from './own-computer-key.ts';

/** The user's actions on the form for a machine and on the list of hosts. No method rejects. */
export interface OwnComputerActions {
  /** Asks whether the server of this page opens folders of its computer, and whether the kept hosts are connected. */
  lookAtOwnComputer(): Promise<void>;
  /** Keeps the key of the address that `npm start` prints, if the server takes it. */
  enterOwnComputerKey(fragment: string): Promise<void>;
  /** Opens the place as a project. Returns false if that failed, which `$opening` explains. `hostId`: the entry of the list that was edited. */
  openPlace(place: WantedPlace, hostId: string | null): Promise<boolean>;
  /** Finds out what is there without opening it; `$opening` holds the result. */
  testPlace(place: WantedPlace, hostId: string | null): Promise<void>;
  /** `null` gives up. */
  answerOpening(questionId: string, answer: string | null): Promise<void>;
  /** Ends what `openPlace` or `testPlace` is doing, and what they said. */
  giveUpOpening(): void;
  forgetKeptHost(id: string): void;
}

export interface OwnComputerServiceOptions {
  client: OwnComputerClient;
  keys: OwnComputerKeyStore;
  hosts: HostStore;
  notices: Pick<NoticeService, 'error' | 'info'>;
  /** Removes what is set for a machine. Returns what sets it again. */
  forgetMachine(machineId: string): () => void;
  ids: IdSource;
  now(): number;
  /** Whether the page itself comes from this computer, so that its server may open folders of it. */
  isLocalPage: boolean;
  /** Connects by the address that a bridge prints, and opens its folder. Rejects with words for the user. */
  connect(link: string): Promise<Place>;
  /** Whether the bridge of a folder answers. */
  isConnected(folder: Pick<Place, 'machineId' | 'folder'>): Promise<boolean>;
}

const MOST_NOTES = 200;

export function createOwnComputerService(options: OwnComputerServiceOptions): OwnComputerActions {
  const { client, keys, notices, isLocalPage } = options;
  const list = createHostList(options);
  const openings = createOpenings(options, list.keep);
  return {
    ...openings,
    async lookAtOwnComputer() {
      const looking = list.look();
      const key = keys.read();
      // Without a key the server would refuse; a page from elsewhere has no server that could open anything here.
      if (key === null) $ownComputer.set({ state: isLocalPage ? 'key-missing' : 'not-carried' });
      else $ownComputer.set(await client.look(key));
      await looking;
    },
    async enterOwnComputerKey(fragment) {
      const key = readOwnComputerKey(fragment);
      if (key !== null && key === keys.read()) return;
      // A stranger's link must not put another key in the place of the right one.
      const found = key === null ? null : await client.look(key);
      if (key === null || found?.state !== 'ready') {
        notices.error(found?.state === 'failed' ? found.why : keyRefusedText());
        return;
      }
      try {
        keys.keep(key);
        $ownComputer.set(found);
      } catch (error) {
        notices.error(t('The key was not kept: {error}.', { error: errorMessage(error) }));
      }
    },
    forgetKeptHost: list.forget,
  };
}

type Kept = Pick<KeptHost, 'name' | 'place' | 'reached'>;

function createHostList({ hosts, notices, forgetMachine, ids, now, isConnected }: OwnComputerServiceOptions) {
  const stateOf = async ({ reached }: KeptHost): Promise<HostState> => {
    if (reached === null) return 'not-tried';
    return (await isConnected(reached)) ? 'connected' : 'away';
  };
  const look = async () => {
    const known = new Map($hosts.get().map(({ id, state }) => [id, state]));
    $hosts.set(hosts.list().map((host) => ({ ...host, state: known.get(host.id) ?? 'looking' })));
    await Promise.all(
      $hosts.get().map(async (host) => {
        const state = await stateOf(host);
        $hosts.set($hosts.get().map((listed) => (listed.id === host.id ? { ...listed, state } : listed)));
      }),
    );
  };
  /** Another folder of the same machine keeps what is set for it. */
  const forgetSettings = ({ reached }: KeptHost) => {
    const isListed = hosts.list().some((other) => other.reached?.machineId === reached?.machineId);
    return reached === null || isListed ? () => undefined : forgetMachine(reached.machineId);
  };
  return {
    look,
    forget(id: string) {
      const host = hosts.list().find((each) => each.id === id);
      if (host === undefined) return;
      hosts.forget(id);
      $hosts.set($hosts.get().filter((listed) => listed.id !== id));
      const setAgain = forgetSettings(host);
      notices.info(t('{host} is forgotten, with what was set for it.', { host: host.name }), {
        label: t('Undo'),
        run() {
          hosts.keep(host);
          setAgain();
          void look();
        },
      });
    },
    /** A list that the browser does not keep must not make a connection fail. */
    keep(host: Kept, hostId: string | null) {
      try {
        hosts.keep({ ...host, id: hostId ?? ids.next(), usedAt: now() }).forEach(forgetSettings);
      } catch {
        return;
      }
      void look();
    },
  };
}

function createOpenings(
  { client, keys, connect }: OwnComputerServiceOptions,
  keep: (host: Kept, hostId: string | null) => void,
): Pick<OwnComputerActions, 'openPlace' | 'testPlace' | 'answerOpening' | 'giveUpOpening'> {
  let running: AbortController | null = null;
  const stop = () => {
    running?.abort();
    running = null;
  };
  const run = async (wanted: OpeningRequest, hostId: string | null): Promise<boolean> => {
    stop();
    const own = new AbortController();
    running = own;
    const { isTest, place } = wanted;
    // Late reports of an earlier attempt are not shown in place of this one.
    const show = (opening: Opening) => running === own && $opening.set(opening);
    show({ state: 'running', isTest, notes: [], question: null });
    try {
      for await (const event of client.open(keyOf(keys), wanted, own.signal)) {
        if (running !== own) return false;
        if (event.type === 'failed') throw new Error(event.message);
        if (event.type === 'opened' && !isTest) {
          const { machineId, folder, user, host } = await connect(event.link);
          keep({ name: placeName({ user, host }), place, reached: { machineId, folder } }, hostId);
          show({ state: 'none' });
          return true;
        }
        if (event.type === 'found' && isTest) {
          const { type: _type, ...found } = event;
          keep({ name: placeName(found), place, reached: null }, hostId);
          show({ state: 'found', found });
          return true;
        }
        const shown = $opening.get();
        if (shown.state !== 'running' || event.type === 'opened' || event.type === 'found') throw new Error(notUnderstoodText());
        if (event.type === 'note') show({ ...shown, notes: [...shown.notes, event.text].slice(-MOST_NOTES) });
        else show({ ...shown, question: { id: event.id, kind: event.kind, text: event.text } });
      }
      throw new Error(t('The connection was interrupted before it was ready. Try again.'));
    } catch (error) {
      show({ state: 'failed', isTest, why: errorMessage(error) });
      return false;
    } finally {
      own.abort();
      if (running === own) running = null;
    }
  };
  return {
    openPlace: (place, hostId) => run({ place, isTest: false }, hostId),
    testPlace: async (place, hostId) => void (await run({ place, isTest: true }, hostId)),
    async answerOpening(questionId, answer) {
      const shown = $opening.get();
      if (shown.state !== 'running' || shown.question?.id !== questionId) return;
      $opening.set({ ...shown, question: null });
      try {
        await client.answer(keyOf(keys), questionId, answer);
      } catch (error) {
        const { isTest } = shown;
        if ($opening.get().state !== 'running') return;
        stop();
        $opening.set({ state: 'failed', isTest, why: errorMessage(error) });
      }
    },
    giveUpOpening() {
      stop();
      $opening.set({ state: 'none' });
    },
  };
}

function keyOf(keys: OwnComputerKeyStore): string {
  const key = keys.read();
  if (key === null) throw new Error(t('Open the address that npm start printed, with #own-computer= in it.'));
  return key;
}

function keyRefusedText(): string {
  return t('The server does not take the key in this address. Open the address that npm start printed last.');
}
