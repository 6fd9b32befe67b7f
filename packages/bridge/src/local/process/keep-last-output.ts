import { readSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Terminal } from './terminal-module.ts';

/** A limit, because a program in the background may print without end. */
const MOST_PIECES = 1000;
const PIECE_BYTES = 4096;

/**
 * Delivers what a program printed last. When it ends, libuv takes a partial read of its terminal for the end, and node-pty destroys the
 * stream after 200 ms, even if it was held back. So before the stream is destroyed, it is emptied, and then the terminal itself.
 */
export function keepLastOutput({ _socket: stream, _fd: terminal }: Terminal, deliver: (bytes: Uint8Array) => void): void {
  if (!(stream instanceof Readable) || typeof terminal !== 'number') return;
  const destroy = stream.destroy.bind(stream);
  let isEmptied = false;
  stream.destroy = (error) => {
    if (!isEmptied) {
      isEmptied = true;
      // `read` emits the remaining output as `data`.
      while (stream.read() !== null);
      emptyTerminal(terminal, deliver);
    }
    return destroy(error);
  };
}

/** The terminal does not block: reading it fails when nothing is left. */
function emptyTerminal(terminal: number, deliver: (bytes: Uint8Array) => void): void {
  try {
    for (let count = 0; count < MOST_PIECES; count += 1) {
      const piece = new Uint8Array(PIECE_BYTES);
      const size = readSync(terminal, piece);
      if (size === 0) return;
      deliver(piece.subarray(0, size));
    }
  } catch {
    // EAGAIN means that another program holds the terminal, EIO that none does.
  }
}
