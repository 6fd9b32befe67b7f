import type { z } from 'zod';
import { cutAfter } from './provider-fetch.ts';

export interface JsonQuestion<Body> {
  url: string;
  /** Absent: GET. */
  body?: unknown;
  schema: z.ZodType<Body>;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** What an endpoint answers to a question that it need not know: null where it does not. Rejects where nobody answers, or when it is stopped. */
export async function askJson<Body>({ url, body, schema, fetch, signal }: JsonQuestion<Body>): Promise<Body | null> {
  const init: RequestInit =
    body === undefined
      ? { signal }
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal };
  const response = await fetch(url, init);
  if (!response.ok) {
    // Not awaited: nothing depends on when the rest of a refusal is thrown away.
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
