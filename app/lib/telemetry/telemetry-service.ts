import type { Telemetry } from '../agent/contract/ports.ts';
import { t } from '../i18n/t.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { TelemetryEvent } from '../protocol/telemetry.ts';
import { $telemetryVersion } from '../stores/workbench.ts';
import { exportTelemetry } from './telemetry-exporters.ts';
import type { TelemetryStore } from './telemetry-store.ts';

export interface TelemetryLog {
  /** Oldest first. */
  events: readonly TelemetryEvent[];
  /** Why the newest events are not stored, or null. */
  problem: string | null;
}

/** The user's actions on the log. */
export interface TelemetryActions {
  /** Returns the agent's events that were recorded in this browser. */
  readTelemetry(): Promise<TelemetryLog>;
  clearTelemetry(): Promise<void>;
}

export interface TelemetryService extends Telemetry, TelemetryActions {}

/** Limit of events that could not be stored and are kept while this page is open. */
const MAX_UNSTORED = 2_000;

/** The log of the agent's events. It stays in this browser, and its failures never affect a run. */
export function createTelemetryService(store: TelemetryStore): TelemetryService {
  /** Recorded, but not stored yet. */
  let pending: TelemetryEvent[] = [];
  let writing: Promise<void> | null = null;
  let problem: string | null = null;

  /** One write at a time: events that are recorded meanwhile are stored together in the next. */
  const write = async () => {
    while (pending.length > 0 && problem === null) {
      const batch = pending;
      pending = [];
      try {
        await store.append(batch);
      } catch (error) {
        problem = t('The log is not kept when this page is closed: {error}', { error: errorMessage(error) });
        pending = [...batch, ...pending].slice(-MAX_UNSTORED);
      }
    }
  };
  const flush = () => {
    writing ??= write().finally(() => {
      writing = null;
      $telemetryVersion.set($telemetryVersion.get() + 1);
    });
    return writing;
  };
  return {
    note(event) {
      exportTelemetry(event);
      pending.push(event);
      if (pending.length > MAX_UNSTORED) pending = pending.slice(-MAX_UNSTORED);
      void flush();
    },
    async readTelemetry() {
      await writing;
      try {
        return { events: [...(await store.list()), ...pending], problem };
      } catch (error) {
        return { events: [...pending], problem: t('The log could not be read: {error}', { error: errorMessage(error) }) };
      }
    },
    async clearTelemetry() {
      await writing;
      pending = [];
      // Storing may work again now that there is space.
      problem = null;
      await store.clear();
      $telemetryVersion.set($telemetryVersion.get() + 1);
    },
  };
}
