import type { OfflineState } from 'devonz-engine-protocol/offline/offline-messages';
import type { Clock } from '../agent/contract/ports.ts';
import type { ServerNetwork } from '../browser/browser-network.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { $offlineCopy, type OfflineRest } from '../stores/offline/offline-copy.ts';
import { $fullStorage } from '../stores/storage.ts';

/** The user's actions on the offline copy. No method rejects. */
export interface OfflineActions {
  /** Makes the copy now, and keeps it up to date from then on. */
  keepOfflineCopy(): Promise<void>;
  /** Deletes the copy; none is made until the user asks for one. */
  removeOfflineCopy(): Promise<void>;
  /** Switches to the newer version that is ready. Asks first if a run is in progress. */
  reloadToNewer(): Promise<void>;
}

/** The copy of one origin. */
export interface OriginCopy {
  look(): Promise<OfflineState>;
  keep(): Promise<OfflineState>;
  remove(): Promise<void>;
}

export interface OfflinePorts {
  /** `null` if service workers are not available here. */
  copies: { app: OriginCopy & { activate(): Promise<void> }; engine: OriginCopy } | null;
  /** The version of this page's build. */
  version: string;
  /** Whether the user wants to save data. */
  savesData(): boolean;
  estimate(): Promise<{ usage: number; quota: number } | null>;
  /** Whether the user has removed the copy. */
  choice: { isRemoved(): boolean; setRemoved(isRemoved: boolean): void };
  server: ServerNetwork;
  /** Resolves when the page is idle. */
  idle(): Promise<void>;
  clock: Clock;
  notices: NoticeService;
  isRunning(): boolean;
  reload(): void;
  /** Calls back when the user returns to this page. */
  onSeen(run: () => void): void;
  /** Requests addresses whose response depends on their query, because the copy contains only those that have been requested. */
  askAhead(): Promise<void>;
}

/** Milliseconds after the start; until then the services load what they need. */
const FIRST_LOOK = 12_000;
/** Milliseconds between two checks for a newer version. */
const BETWEEN_LOOKS = 3_600_000;
/** Bytes that two versions need together during an update. */
const ROOM = 80_000_000;

const never = new AbortController().signal;

export function createOfflineService(ports: OfflinePorts): OfflineActions & { start(): void } {
  const { copies, clock, notices, choice } = ports;
  let lastLook = 0;
  let working: Promise<void> | null = null;
  let announced = '';

  const show = (state: OfflineState, why: OfflineRest) => {
    if (state.status === 'none') $offlineCopy.set({ status: 'none', why });
    else if (state.status === 'failed') $offlineCopy.set(state);
    else $offlineCopy.set({ status: 'ready', bytes: state.bytes, hasNewer: isNewer(state.waiting) });
  };
  const isNewer = (waiting: string | null) => waiting !== null && waiting !== ports.version;
  const announce = (state: OfflineState) => {
    if (state.status !== 'ready' || state.waiting === null || !isNewer(state.waiting) || announced === state.waiting) return;
    announced = state.waiting;
    notices.info(t('A new version is ready.'), { label: t('Reload'), run: () => void reloadToNewer() });
  };
  const make = async ({ app, engine }: NonNullable<OfflinePorts['copies']>) => {
    const before = await whole(app, engine);
    if (before.status !== 'ready') $offlineCopy.set({ status: 'making' });
    // The engine first, because a newer app needs its engine.
    const kept = await engine.keep();
    const state = kept.status === 'ready' ? joined(await app.keep(), kept) : before.status === 'ready' ? before : kept;
    show(state, 'soon');
    announce(state);
    if (state.status === 'ready') await ports.askAhead();
  };
  const look = async (isAsked: boolean) => {
    if (copies === null) return;
    lastLook = clock.now();
    const why = (await hindranceOf(ports)) ?? (ports.savesData() && !isAsked ? 'data-saver' : null);
    if (why === null) await make(copies);
    else show(await whole(copies.app, copies.engine, why === 'server-away'), why);
    if (why === 'server-away') void ports.server.whenBack(never).then(() => lookOnce(false));
  };
  /** Allows one check at a time. */
  const lookOnce = (isAsked: boolean) => {
    working ??= look(isAsked)
      .catch(() => $offlineCopy.set({ status: 'failed', reason: 'unknown' }))
      .finally(() => {
        working = null;
      });
    return working;
  };
  const reloadToNewer = async () => {
    const reload = async () => {
      await copies?.app.activate().catch(() => undefined);
      ports.reload();
    };
    if (ports.isRunning())
      notices.info(t('A run is at work in this tab. A reload pauses it; it continues when the page is back.'), {
        label: t('Reload now'),
        run: () => void reload(),
      });
    else await reload();
  };
  return {
    start() {
      if (copies === null) return $offlineCopy.set({ status: 'impossible' });
      clock.after(FIRST_LOOK, () => void ports.idle().then(() => lookOnce(false)));
      ports.onSeen(() => {
        if (lastLook !== 0 && clock.now() - lastLook > BETWEEN_LOOKS) void lookOnce(false);
      });
    },
    async keepOfflineCopy() {
      choice.setRemoved(false);
      await working;
      await lookOnce(true);
    },
    async removeOfflineCopy() {
      choice.setRemoved(true);
      await working;
      await notices.guard(t('The offline copy was not removed'), async () => {
        await Promise.all([copies?.app.remove(), copies?.engine.remove()]);
        $offlineCopy.set({ status: 'none', why: 'removed' });
        notices.info(t('The offline copy was removed. The app opens only while its server can be reached.'));
      });
    },
    reloadToNewer,
  };
}

/** Returns `null` if a copy can be made. */
async function hindranceOf({ choice, server, estimate }: OfflinePorts): Promise<OfflineRest | null> {
  if (choice.isRemoved()) return 'removed';
  if (!(await server.isThere(never))) return 'server-away';
  if ($fullStorage.get() !== null) return 'no-room';
  const room = await estimate();
  return room !== null && room.quota - room.usage < ROOM ? 'no-room' : null;
}

async function whole(app: OriginCopy, engine: OriginCopy, isServerAway = false): Promise<OfflineState> {
  const state = await app.look();
  // Without its server, the engine's page for copies cannot be opened. The app's copy is made after the engine's, so its existence is
  // sufficient.
  return isServerAway || state.status !== 'ready' ? state : joined(state, await engine.look());
}

function joined(app: OfflineState, engine: OfflineState): OfflineState {
  if (app.status !== 'ready') return app;
  if (engine.status !== 'ready') return engine;
  return { ...app, bytes: app.bytes + engine.bytes };
}
