/** In characters. The longest event is a few sentences. */
const LONGEST_LINE = 64_000;
/** In bytes, of a whole stream. */
const LONGEST_STREAM = 4_000_000;

/** Thrown for a stream that no server of ours sends. */
export class LinesTooLongError extends Error {
  override name = 'LinesTooLongError';
}

/** Yields the lines of a stream of text, without empty ones. Leaving the loop closes the stream. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let rest = '';
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      bytes += value?.length ?? 0;
      const pieces = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = pieces.pop() ?? '';
      if (bytes > LONGEST_STREAM || rest.length > LONGEST_LINE) throw new LinesTooLongError();
      for (const line of pieces) {
        if (line.length > LONGEST_LINE) throw new LinesTooLongError();
        if (line.trim() !== '') yield line;
      }
    }
    rest += decoder.decode();
    if (rest.trim() !== '') yield rest;
  } finally {
    // A stream that has failed cannot be closed any more.
    await reader.cancel().catch(() => undefined);
  }
}
