import { type MarkPorts, markPage } from './mark-page.ts';
import { openPagesDatabase, type PagesDatabase } from './pages-database.ts';

export interface RecoveryPorts extends Omit<MarkPorts, 'database'> {
  databaseName: string;
  /** Replaces what a killed browser may have left half written. */
  renewLog(database: PagesDatabase): Promise<void>;
}

/**
 * To be awaited before anything else is stored. Returns whether the browser has discarded what earlier pages had stored. Never rejects:
 * without room or without storage, the app starts all the same.
 */
export async function recoverFromUncleanEnd({ databaseName, renewLog, ...ports }: RecoveryPorts): Promise<{ isDiscarded: boolean }> {
  let isDiscarded = false;
  try {
    const database = await openPagesDatabase(databaseName, () => {
      isDiscarded = true;
    });
    if (await markPage({ ...ports, database })) await renewLog(database);
  } catch {
    // The log stays as it is.
  }
  return { isDiscarded };
}
