import { useEffect, useState } from 'react';
import { connectionInSettings } from '../../lib/protocol/machines/connection.ts';
import { $hosts, $opening } from '../../lib/stores/machines/own-computer.ts';
import { $settings } from '../../lib/stores/settings.ts';
import type { HostToOpen } from '../page/overlay-context.tsx';
import { useActions } from '../page/workbench-context.tsx';
import { draftOfPlace, draftOfWantedMachine, EMPTY_PLACE, type PlaceDraft, type ReadPlace, readPlace } from './place-draft.ts';
import type { WantedMachine } from './wanted-machine.ts';

interface PlaceFormOptions {
  host: HostToOpen | null;
  wanted: WantedMachine | null;
  onOpened: () => void;
}

/** Holds what is typed, which entry of the list it changes, and what is wrong with it. */
export function usePlaceForm({ host, wanted, onOpened }: PlaceFormOptions) {
  const actions = useActions('machines');
  const [begin] = useState(() => beginning(host, wanted));
  const [draft, setDraft] = useState(begin.draft);
  const [hostId, setHostId] = useState(begin.hostId);
  const [problem, setProblem] = useState<Extract<ReadPlace, { ok: false }> | null>(null);
  const attempt = async (given: PlaceDraft, id: string | null, isTest: boolean) => {
    const read = readPlace(given);
    setProblem(read.ok ? null : read);
    if (!read.ok) return;
    if (isTest) await actions.testPlace(read.place, id);
    else if (await actions.openPlace(read.place, id)) onOpened();
  };
  /** Clears what an earlier attempt has said; one that is under way continues. */
  const forgetResult = () => {
    setProblem(null);
    if ($opening.get().state !== 'running') actions.giveUpOpening();
  };
  const take = (id: string): PlaceDraft | null => {
    const place = $hosts.get().find((each) => each.id === id)?.place;
    if (place === undefined) return null;
    forgetResult();
    const taken = draftOfPlace(place);
    setDraft(taken);
    setHostId(id);
    return taken;
  };
  const connectHost = (id: string) => {
    const taken = take(id);
    if (taken !== null) void attempt(taken, id, false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the dialog was opened for happens once
  useEffect(() => {
    if (begin.isConnected && begin.hostId !== null) connectHost(begin.hostId);
  }, []);
  return {
    draft,
    hostId,
    problem,
    change(change: Partial<PlaceDraft>) {
      forgetResult();
      setDraft({ ...draft, ...change });
    },
    connect: () => void attempt(draft, hostId, false),
    test: () => void attempt(draft, hostId, true),
    connectHost,
    editHost: (id: string) => void take(id),
    startNew() {
      forgetResult();
      setDraft(emptyDraft());
      setHostId(null);
    },
  };
}

/** With the entry that was chosen, the one that led to the chat's machine, what is known of that machine, or nothing. */
function beginning(
  host: HostToOpen | null,
  wanted: WantedMachine | null,
): { draft: PlaceDraft; hostId: string | null; isConnected: boolean } {
  const hosts = $hosts.get();
  const chosen = hosts.find(({ id }) => id === host?.id);
  if (chosen !== undefined) return { draft: draftOfPlace(chosen.place), hostId: chosen.id, isConnected: host?.isConnected === true };
  if (wanted === null) return { draft: emptyDraft(), hostId: null, isConnected: false };
  const led = hosts.find(({ reached }) => reached !== null && reached.machineId === wanted.machineId && reached.folder === wanted.folder);
  if (led !== undefined) return { draft: draftOfPlace(led.place), hostId: led.id, isConnected: true };
  return { draft: draftOfWantedMachine(wanted), hostId: null, isConnected: false };
}

/** The settings may name a server. */
function emptyDraft(): PlaceDraft {
  const { host, user } = connectionInSettings($settings.get().connection);
  return { ...EMPTY_PLACE, host: host ?? '', user: user ?? '' };
}
