import type { DevonzDatabase } from '../persistence/migrations/database-schema.ts';
import { type TelemetryEvent, telemetryEventSchema } from '../protocol/telemetry.ts';

/** Number of newest events that are kept. */
export const MAX_TELEMETRY_EVENTS = 20_000;

export interface TelemetryStore {
  append(events: readonly TelemetryEvent[]): Promise<void>;
  /** Oldest first. Invalid entries are omitted. */
  list(): Promise<TelemetryEvent[]>;
  clear(): Promise<void>;
}

/** A ring buffer of events: adding new ones deletes the oldest. */
export function createTelemetryStore(database: DevonzDatabase, limit: number = MAX_TELEMETRY_EVENTS): TelemetryStore {
  return {
    async append(events) {
      const transaction = database.transaction('telemetry', 'readwrite');
      for (const event of events) await transaction.store.add(event);
      let surplus = (await transaction.store.count()) - limit;
      for (let cursor = await transaction.store.openCursor(); cursor && surplus > 0; cursor = await cursor.continue()) {
        await cursor.delete();
        surplus--;
      }
      await transaction.done;
    },
    async list() {
      const values = await database.getAll('telemetry');
      return values.flatMap((value) => {
        const parsed = telemetryEventSchema.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      });
    },
    clear: () => database.clear('telemetry'),
  };
}
