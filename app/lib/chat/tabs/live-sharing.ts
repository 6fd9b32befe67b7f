import type { Clock } from '../../agent/contract/ports.ts';
import { $liveOutput, endOfOutput, type LiveOutput } from '../../stores/live-output.ts';
import type { CurrentChat } from '../current-chat.ts';
import type { TabMessage } from './tab-message.ts';

/** Shortest pause between two updates for following tabs; each contains the whole streaming answer. In milliseconds. */
const PAUSE_MS = 150;
/** A following tab announces itself every few seconds; without that, nothing is sent. In milliseconds. */
const WATCHED_FOR_MS = 20_000;
/** Limit for the output of a command. In characters. */
const MAX_OUTPUT = 20_000;

/** Sends the streaming answer to the tabs that follow, if there are any. */
export interface LiveSharing {
  /** A tab has announced that it follows. */
  watched(): void;
  /** Something has changed. */
  changed(): void;
  stop(): void;
}

export function createLiveSharing(
  current: Pick<CurrentChat, 'session'>,
  clock: Pick<Clock, 'now' | 'after'>,
  tell: (message: TabMessage) => void,
): LiveSharing {
  let watchedAt = Number.NEGATIVE_INFINITY;
  let sentAt = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | null = null;
  const send = () => {
    callOff?.();
    callOff = null;
    sentAt = clock.now();
    const session = current.session();
    const output = [...$liveOutput.get()].map(([toolCallId, each]): [string, LiveOutput] => [toolCallId, endOfOutput(each, MAX_OUTPUT)]);
    tell({ type: 'live', chatId: session?.chatId ?? null, parts: structuredClone([...(session?.liveParts() ?? [])]), output });
  };
  return {
    watched() {
      watchedAt = clock.now();
      send();
    },
    changed() {
      const now = clock.now();
      if (callOff !== null || now - watchedAt > WATCHED_FOR_MS) return;
      // Timers in background tabs are delayed, so an update that is due is sent at once.
      if (now - sentAt >= PAUSE_MS) send();
      else callOff = clock.after(PAUSE_MS, send);
    },
    stop() {
      callOff?.();
      callOff = null;
    },
  };
}
