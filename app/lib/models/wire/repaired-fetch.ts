import { repairEvents } from './repair-events.ts';
import type { WireRepair } from './wire-repair.ts';

/** `fetch` of a provider whose answers are repaired before its SDK looks at them; a refusal is passed on as it is. */
export function repairedFetch(fetch: typeof globalThis.fetch, createRepair: () => WireRepair): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const body = response.body.pipeThrough(repairEvents(createRepair()));
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };
}
