import { joinBytes } from 'devonz-engine-protocol/join-bytes';

/**
 * One message on the wire: `sequence` and `received` (32 bits each, big-endian), the head's length, the head as JSON, then bytes of any
 * length. `received` is the number of the last message that the sender has received.
 */
export interface LinkFrame {
  sequence: number;
  received: number;
  head: unknown;
  bytes: Uint8Array;
}

const PREFIX_BYTES = 12;
const RECEIVED_AT = 4;

export function encodeLinkFrame({ sequence, received, head, bytes }: LinkFrame): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const prefix = new Uint8Array(PREFIX_BYTES);
  const view = new DataView(prefix.buffer);
  view.setUint32(0, sequence);
  view.setUint32(RECEIVED_AT, received);
  view.setUint32(8, text.byteLength);
  return joinBytes([prefix, text, bytes]);
}

/** Updates the confirmation number of a frame before it is sent again. */
export function setReceived(frame: Uint8Array, received: number): void {
  new DataView(frame.buffer, frame.byteOffset).setUint32(RECEIVED_AT, received);
}

/** Throws if the bytes are no valid frame. */
export function decodeLinkFrame(data: Uint8Array): LinkFrame {
  if (data.byteLength < PREFIX_BYTES) throw new Error('The frame is too short.');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const end = PREFIX_BYTES + view.getUint32(8);
  if (end > data.byteLength) throw new Error('The frame is shorter than its head.');
  return {
    sequence: view.getUint32(0),
    received: view.getUint32(RECEIVED_AT),
    head: JSON.parse(new TextDecoder().decode(data.subarray(PREFIX_BYTES, end))),
    bytes: data.subarray(end),
  };
}
