import { crc32 } from 'devonz-engine-protocol/crc-32';

/** Total length, header length, and their checksum. In bytes. */
export const PRELUDE = 12;
const CHECKSUM = 4;
/** The header type for text values, the only one that Bedrock uses. */
const TEXT = 7;

/** One frame of `application/vnd.amazon.eventstream`. */
export interface EventFrame {
  /** Unparsed. */
  headers: Uint8Array;
  eventType: string | null;
  payload: Uint8Array;
}

/** Returns null if the checksum is wrong or a header has an unknown type. */
export function readEventFrame(frame: Uint8Array): EventFrame | null {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const end = frame.byteLength - CHECKSUM;
  const payloadAt = PRELUDE + view.getUint32(4);
  if (payloadAt > end || view.getUint32(end) !== crc32(frame.subarray(0, end))) return null;
  const headers = frame.subarray(PRELUDE, payloadAt);
  const eventType = eventTypeOf(headers);
  return eventType === undefined ? null : { headers, eventType, payload: frame.subarray(payloadAt, end) };
}

export function writeEventFrame(headers: Uint8Array, payload: Uint8Array): Uint8Array {
  const length = PRELUDE + headers.byteLength + payload.byteLength + CHECKSUM;
  const frame = new Uint8Array(length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, length);
  view.setUint32(4, headers.byteLength);
  view.setUint32(8, crc32(frame.subarray(0, 8)));
  frame.set(headers, PRELUDE);
  frame.set(payload, PRELUDE + headers.byteLength);
  view.setUint32(length - CHECKSUM, crc32(frame.subarray(0, length - CHECKSUM)));
  return frame;
}

/** Returns null if there is no event type, undefined if the headers cannot be read. */
function eventTypeOf(headers: Uint8Array): string | null | undefined {
  const view = new DataView(headers.buffer, headers.byteOffset, headers.byteLength);
  const decoder = new TextDecoder();
  let found: string | null = null;
  for (let at = 0; at < headers.byteLength; ) {
    const valueAt = at + 1 + view.getUint8(at) + 3;
    if (valueAt > headers.byteLength || view.getUint8(valueAt - 3) !== TEXT) return undefined;
    const end = valueAt + view.getUint16(valueAt - 2);
    if (end > headers.byteLength) return undefined;
    if (decoder.decode(headers.subarray(at + 1, valueAt - 3)) === ':event-type') found = decoder.decode(headers.subarray(valueAt, end));
    at = end;
  }
  return found;
}
