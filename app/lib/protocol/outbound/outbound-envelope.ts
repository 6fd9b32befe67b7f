import { z } from 'zod';

/**
 * Format of the body of `POST /api/outbound` and of its answer: four bytes with the length of the head, the head as JSON, then the bytes of
 * the request or answer. The head is in the body because a header of another host (above all a cookie) must never become a header of this
 * host.
 */
export const OUTBOUND_PATH = '/api/outbound';
export const OUTBOUND_TYPE = 'application/x-devonz-outbound';

/** Bytes. */
export const OUTBOUND_LIMITS = {
  head: 64 * 1024,
  requestBody: 10 * 1024 * 1024,
  answerBody: 100 * 1024 * 1024,
} as const;

const headerListSchema = z.array(z.tuple([z.string().regex(/^[!#$%&'*+\-.^_`|~\w]{1,256}$/), z.string().max(16_384)])).max(200);

/** A program's request to another host. It is untrusted: the server decides which parts of it are sent. */
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

/** Encodes a head with its length prefix; the body's bytes follow it. */
export function frameHead(head: OutboundRequest | OutboundAnswer): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const framed = new Uint8Array(LENGTH_BYTES + text.byteLength);
  new DataView(framed.buffer).setUint32(0, text.byteLength);
  framed.set(text, LENGTH_BYTES);
  return framed;
}

/** Returns the number of bytes that `frameHead` produced, read from its first bytes; null if there are too few of them. */
export function framedLength(bytes: Uint8Array): number | null {
  if (bytes.byteLength < LENGTH_BYTES) return null;
  return LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}

/** Returns the parsed JSON of a complete head, not validated; undefined if it is not valid JSON. */
export function unframeHead(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(LENGTH_BYTES)));
  } catch {
    return undefined;
  }
}
