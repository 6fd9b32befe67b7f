const KEY = '"tarball"';
/** Longer addresses stay unchanged, so that buffered data cannot grow with a hostile registry's response. In characters. */
const longestEntry = 4096;

/**
 * Replaces the address in `"tarball":"<any address>/name/-/file.tgz"` of a package's document by one below `base` while the document
 * streams through: a server with 128 MB, such as a worker's, cannot hold a document of 50 MB as text, nor delay sending until it is
 * complete.
 */
export function rewriteTarballAddresses(base: string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let pending = '';
  return new TransformStream({
    transform(chunk, controller) {
      pending += decoder.decode(chunk, { stream: true });
      const whole = endOfWholeEntries(pending);
      // Does not split a surrogate pair, whose halves would be encoded as U+FFFD.
      const end = /[\uD800-\uDBFF]/.test(pending.charAt(whole - 1)) ? whole - 1 : whole;
      if (end > 0) controller.enqueue(encoder.encode(rewritten(pending.slice(0, end), base)));
      pending = pending.slice(end);
    },
    flush(controller) {
      pending += decoder.decode();
      if (pending !== '') controller.enqueue(encoder.encode(rewritten(pending, base)));
    },
  });
}

/** Returns how much of the text can be passed on without splitting an entry. */
function endOfWholeEntries(text: string): number {
  const start = text.lastIndexOf(KEY);
  // The key itself may be incomplete.
  const beforePartOfKey = Math.max(0, text.length - KEY.length + 1);
  if (start === -1) return beforePartOfKey;
  const entry = /^"tarball"\s*:\s*"[^"]*"/.exec(text.slice(start, start + longestEntry))?.[0];
  if (entry !== undefined) return Math.max(start + entry.length, beforePartOfKey);
  return text.length - start < longestEntry ? start : beforePartOfKey;
}

/**
 * Uses a text search, because parsing 50 MB would take seconds. The scope excludes `%`: the document is untrusted, and ambiguous matching
 * would take quadratic time.
 */
function rewritten(text: string, base: string): string {
  return text.replace(
    /("tarball"\s*:\s*")https?:\/\/[^"\\]*?\/((?:@[^"\\/%]+(?:\/|%2f))?[^"\\/]+\/-\/[^"\\/]+")/gi,
    (_, start: string, path: string) => `${start}${base}${path}`,
  );
}
