import { z } from 'zod';

/**
 * Body of `POST /api/outbound`, and of its answer: four bytes with the length of a head in JSON, the head, and the bytes of the request or
 * of the answer. In a body and not in headers: nothing of another host may become a header (a cookie above all) of this one.
 */
export const OUTBOUND_PATH = '/api/outbound';
export const OUTBOUND_TYPE = 'application/x-devonz-outbound';

/** In bytes. */
export const OUTBOUND_LIMITS = {
  head: 64 * 1024,
  requestBody: 10 * 1024 * 1024,
  answerBody: 100 * 1024 * 1024,
} as const;

const headerListSchema = z.array(z.tuple([z.string().regex(/^[!#$%&'*+\-.^_`|~\w]{1,256}$/), z.string().max(16_384)])).max(200);

/** A program's request to another host. It is hostile: what of it is sent, the server decides. */
export const outboundRequestSchema = z.object({
  url: z.string().min(1).max(8_192),
  method: z.string().regex(/^[A-Za-z]{1,20}$/),
  headers: headerListSchema,
});
export type OutboundRequest = z.infer<typeof outboundRequestSchema>;

export const outboundAnswerSchema = z.object({
  status: z.number().int().min(200).max(599),
  reason: z.string().max(1_024),
  headers: z.array(z.tuple([z.string(), z.string()])),
});
export type OutboundAnswer = z.infer<typeof outboundAnswerSchema>;

const LENGTH_BYTES = 4;

/** A head as it goes before the bytes. */
export function frameHead(head: OutboundRequest | OutboundAnswer): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const framed = new Uint8Array(LENGTH_BYTES + text.byteLength);
  new DataView(framed.buffer).setUint32(0, text.byteLength);
  framed.set(text, LENGTH_BYTES);
  return framed;
}

/** How many bytes `frameHead` has made, of which these are the first; null: too few to say. */
export function framedLength(bytes: Uint8Array): number | null {
  if (bytes.byteLength < LENGTH_BYTES) return null;
  return LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}

/** What the JSON of a whole head says, unchecked; undefined: it is none. */
export function unframeHead(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(LENGTH_BYTES)));
  } catch {
    return undefined;
  }
}
