import type { z } from 'zod';
import { cutAfter } from './provider-fetch.ts';

export interface JsonQuestion<Body> {
  url: string;
  /** GET if absent. */
  body?: unknown;
  schema: z.ZodType<Body>;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** Asks an endpoint something that it may not support: null if it does not. Rejects if it cannot be reached or the request is aborted. */
export async function askJson<Body>({ url, body, schema, fetch, signal }: JsonQuestion<Body>): Promise<Body | null> {
  const init: RequestInit =
    body === undefined
      ? { signal }
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal };
  const response = await fetch(url, init);
  if (!response.ok) {
    // Not awaited: nothing depends on when the rest of a refusal is discarded.
    response.body?.cancel().catch(() => {});
    return null;
  }
  try {
    const parsed = schema.safeParse(JSON.parse(await new Response(response.body?.pipeThrough(cutAfter(MAX_BYTES)) ?? null).text()));
    return parsed.success ? parsed.data : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
