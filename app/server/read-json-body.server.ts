import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { type Checked, refuse } from '../lib/step/refusal.ts';

/**
 * Reads a request's body as JSON, with a limit. The bytes are counted as they arrive, after decompression, because `content-length` may be
 * absent or wrong.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<Checked<unknown>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    return refuse({ status: 415, code: 'unsupported_media_type', message: 'Send the body as application/json.' });
  }
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') {
    return refuse({
      status: 415,
      code: 'unsupported_encoding',
      message: `Send the body plain or with gzip, not with ${quoted(encoding)}.`,
    });
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge(maxBytes);
  if (request.body === null) return badJson('The body is empty.');

  const bytes = await readAtMost(encoding === 'gzip' ? gunzipped(request.body) : request.body, maxBytes);
  if (bytes === 'too-large') return tooLarge(maxBytes);
  if (bytes === 'unreadable') return badJson('The body could not be read to its end.');
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return badJson('The body is not valid JSON.');
  }
}

function gunzipped(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  // The DOM types require a writable of BufferSource here; it accepts the Uint8Array chunks of a request body.
  return body.pipeThrough(new DecompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>);
}

async function readAtMost(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | 'too-large' | 'unreadable'> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        await reader.cancel();
        return 'too-large';
      }
      chunks.push(value);
    }
  } catch {
    return 'unreadable';
  }
  return joinBytes(chunks);
}

function tooLarge(maxBytes: number) {
  const message = `The conversation is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Start a new chat, or remove large outputs from this one.`;
  return refuse({ status: 413, code: 'too_large', message });
}

function badJson(message: string) {
  return refuse({ status: 400, code: 'bad_json', message });
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
