import {
  framedLength,
  OUTBOUND_LIMITS,
  OUTBOUND_TYPE,
  type OutboundRequest,
  outboundRequestSchema,
  unframeHead,
} from '../../lib/protocol/outbound/outbound-envelope.ts';
import { type Checked, refuse } from '../../lib/step/refusal.ts';

export interface OutboundEnvelope {
  head: OutboundRequest;
  body: Uint8Array<ArrayBuffer>;
}

/** Reads the program's request from a request of the app's page, with a size limit. */
export async function readOutboundRequest(request: Request): Promise<Checked<OutboundEnvelope>> {
  if (request.headers.get('content-type') !== OUTBOUND_TYPE)
    return refuse({ status: 415, code: 'unsupported_media_type', message: `Send the request as ${OUTBOUND_TYPE}.` });
  const most = OUTBOUND_LIMITS.head + OUTBOUND_LIMITS.requestBody;
  const bytes = await readAtMost(request, most);
  if (bytes === null) {
    const message = `the request is larger than ${OUTBOUND_LIMITS.requestBody / 1024 / 1024} MB`;
    return refuse({ status: 413, code: 'too_large', message });
  }
  const length = framedLength(bytes);
  if (length === null || length > bytes.byteLength || length > OUTBOUND_LIMITS.head)
    return refuse({ status: 400, code: 'bad_request', message: 'the head of the request is missing or too long' });
  const head = outboundRequestSchema.safeParse(unframeHead(bytes.subarray(0, length)));
  if (!head.success) {
    const field = head.error.issues[0]?.path.join('.') ?? '';
    return refuse({ status: 400, code: 'bad_request', message: `the request cannot be made: ${field} does not fit`, field });
  }
  const body = bytes.subarray(length);
  if (body.byteLength > 0 && /^(?:GET|HEAD)$/i.test(head.data.method))
    return refuse({ status: 400, code: 'bad_request', message: `${head.data.method} takes no body` });
  return { ok: true, value: { head: head.data, body } };
}

async function readAtMost(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > most) {
      await reader?.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
