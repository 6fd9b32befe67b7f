import { type PagesDatabase, PIECES_STORE } from './pages-database.ts';

/** Chromium starts a new log when its buffer of 4 MB is full. */
const BYTES = 5_000_000;
/** Longer values are kept outside the log. In bytes. */
const PIECE = 50_000;
const PIECES_PER_TRANSACTION = 10;

/**
 * Makes Chromium start a new log file for IndexedDB, by writing more than the current one may hold and deleting it again. A browser that is
 * killed may leave half an entry at the log's end. At the next start Chromium appends to it, and at the start after that it cannot read
 * what follows the half entry and discards all databases of the origin. See decision 0077.
 */
export async function renewLog(database: PagesDatabase): Promise<void> {
  const piece = noise(PIECE);
  for (let written = 0; written < BYTES; written += PIECE * PIECES_PER_TRANSACTION) {
    const { store, done } = database.transaction(PIECES_STORE, 'readwrite');
    await Promise.all([...Array.from({ length: PIECES_PER_TRANSACTION }, (_none, key) => store.put(piece, key)), done]);
  }
  await database.clear(PIECES_STORE);
}

/** Bytes that no compression makes smaller. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}
