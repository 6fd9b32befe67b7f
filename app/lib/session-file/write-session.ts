import { zipSync } from 'fflate';
import { SESSION_CONTENTS, SESSION_HEADER, SESSION_JOURNAL } from './session-file-names.ts';
import type { Session } from './session-file-schema.ts';

/** The earliest time that a zip archive can contain: the same session always gives the same bytes. */
const NO_TIME = new Date(1980, 0, 1);

/** Returns the session as an archive. Run it in a worker, because compressing is slow. */
export function writeSession({ header, records, contents }: Session): Uint8Array {
  const encoder = new TextEncoder();
  const entries: Record<string, Uint8Array> = {
    [SESSION_HEADER]: encoder.encode(`${JSON.stringify(header, null, 2)}\n`),
    [SESSION_JOURNAL]: encoder.encode(records.map((record) => `${JSON.stringify(record)}\n`).join('')),
  };
  for (const [hash, content] of [...contents].sort(([a], [b]) => (a < b ? -1 : 1))) entries[`${SESSION_CONTENTS}${hash}`] = content;
  return zipSync(entries, { mtime: NO_TIME });
}
