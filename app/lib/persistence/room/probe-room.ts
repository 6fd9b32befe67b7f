import { projectIdSchema } from '../../protocol/ids.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';

/** More than is usually appended at once. In bytes. */
const PROBE_SIZE = 512 * 1024;

/** Writes test data and removes it; rejects if there is no room for it. */
export async function probeRoom(database: DevonzDatabase): Promise<void> {
  const probe = projectIdSchema.parse('probe-of-room');
  await database.put('workspaces', new Uint8Array(PROBE_SIZE), probe);
  await database.delete('workspaces', probe);
}
