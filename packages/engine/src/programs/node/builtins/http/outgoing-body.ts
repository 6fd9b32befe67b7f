import processShim from 'process/';
import { encodeChunk } from '../../../../http/encode-chunk.ts';
import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { Socket } from '../net/socket.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

export type Done = (error?: unknown) => void;
export type Chunk = string | Uint8Array;

function nothing(): void {}

function uncorkLater(socket: Socket): void {
  processShim.nextTick(() => socket.uncork());
}

function byteLength(chunk: Chunk, encoding: unknown): number {
  return typeof chunk === 'string'
    ? Buffer.byteLength(chunk, (typeof encoding === 'string' ? encoding : 'utf8') as 'utf8')
    : chunk.byteLength;
}

export function writeAfterEnd(): Error {
  return nodeError(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end');
}

export function lengthMismatch(written: number, said: number | null): Error {
  return nodeError(
    Error,
    'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
    `Response body's content-length of ${written} byte(s) does not match the content-length of ${said} byte(s) set in header`,
  );
}

export function failLater(message: OutgoingMessage, failure: Error, done: Done | null): void {
  processShim.nextTick(() => {
    done?.(failure);
    if (!message.destroyed) message.emit('error', failure);
  });
}

/** A part of the body, passed to `write` or `end`. */
interface Part {
  chunk: unknown;
  encoding: string | null;
  done: Done | null;
  isLast: boolean;
}

function checkedChunk(chunk: unknown): Chunk {
  if (chunk === null) throw nodeError(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
    throw invalidArgumentType('chunk', 'of type string or an instance of Buffer or Uint8Array', chunk);
  return chunk;
}

function countBody(message: OutgoingMessage, length: number, isLast: boolean): void {
  if (message.strictContentLength && countsStrictly(message)) {
    const total = message._bytesWritten + length;
    if (isLast ? total !== message._contentLength : total > (message._contentLength ?? 0))
      throw lengthMismatch(total, message._contentLength);
  }
  message._bytesWritten += length;
  if (message._header) return;
  if (isLast) message._contentLength = length;
  message._implicitHeader();
}

// A function rather than a method, because programs call the prototype's `write` on their own objects.
export function writeChunk(message: OutgoingMessage, { chunk: given, encoding, done, isLast }: Part): boolean {
  const chunk = checkedChunk(given);
  if (message.finished || message.destroyed) {
    const failure = message.finished
      ? writeAfterEnd()
      : nodeError(Error, 'ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed');
    if (message.destroyed) processShim.nextTick(done ?? nothing, failure);
    else failLater(message, failure, done);
    return false;
  }
  const length = byteLength(chunk, encoding);
  countBody(message, length, isLast);
  if (!message._hasBody) {
    if (message._rejectsBody)
      throw nodeError(Error, 'ERR_HTTP_BODY_NOT_ALLOWED', 'Adding content for this request method or response status is not allowed.');
    processShim.nextTick(done ?? nothing);
    return true;
  }
  if (!isLast && message.socket !== null && message.socket.writableCorked === 0) {
    message.socket.cork();
    uncorkLater(message.socket);
  }
  if (!message.chunkedEncoding || chunk.length === 0) return message._send(chunk, encoding, done);
  if (message._corked > 0 && message._headerSent) {
    message._corkedChunks.push({ data: chunk, encoding, done });
    message._corkedLength += length;
    return message._corkedLength < message._highWaterMark;
  }
  if (typeof chunk !== 'string') return message._send(encodeChunk(chunk), null, done);
  const isText = encoding === null || /^(utf-?8|latin1|binary|ascii)$/i.test(encoding);
  if (!isText) return message._send(encodeChunk(Buffer.from(chunk, encoding as 'hex')), null, done);
  return message._send(`${length.toString(16)}\r\n${chunk}\r\n`, encoding, done);
}

/** Returns whether the body must match a declared length. */
export function countsStrictly(message: OutgoingMessage): boolean {
  return (
    message._contentLength !== null &&
    message._hasBody &&
    !message._removedContLen &&
    !message.chunkedEncoding &&
    !message.hasHeader('transfer-encoding')
  );
}
