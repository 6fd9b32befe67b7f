import { repairEvents } from './repair-events.ts';
import type { WireRepair } from './wire-repair.ts';

/** A provider's `fetch` whose answers are repaired before the SDK reads them; errors are passed on unchanged. */
export function repairedFetch(fetch: typeof globalThis.fetch, createRepair: () => WireRepair): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const body = response.body.pipeThrough(repairEvents(createRepair()));
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };
}
