const KEY = '"tarball"';
/** Longer addresses are left as they are: what waits for its end must not grow with what a hostile registry sends. Characters. */
const longestEntry = 4096;

/**
 * In `"tarball":"<any address>/name/-/file.tgz"` of a package's document the address becomes one below `base`, while the document passes
 * through: a server with 128 MB, such as a worker's, cannot hold one of 50 MB as text, nor wait to send until all of it is there.
 */
export function rewriteTarballAddresses(base: string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let pending = '';
  return new TransformStream({
    transform(chunk, controller) {
      pending += decoder.decode(chunk, { stream: true });
      const whole = endOfWholeEntries(pending);
      // Not between the halves of a character outside the basic plane: each half alone would be encoded as U+FFFD.
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

/** How much of the text can be passed on without cutting an entry in two. */
function endOfWholeEntries(text: string): number {
  const start = text.lastIndexOf(KEY);
  // The key itself may be cut.
  const beforePartOfKey = Math.max(0, text.length - KEY.length + 1);
  if (start === -1) return beforePartOfKey;
  const entry = /^"tarball"\s*:\s*"[^"]*"/.exec(text.slice(start, start + longestEntry))?.[0];
  if (entry !== undefined) return Math.max(start + entry.length, beforePartOfKey);
  return text.length - start < longestEntry ? start : beforePartOfKey;
}

/**
 * A text search, since parsing 50 MB would cost seconds. A scope without `%`: the document is anybody's text, and two ways to cut it
 * would take its length squared.
 */
function rewritten(text: string, base: string): string {
  return text.replace(
    /("tarball"\s*:\s*")https?:\/\/[^"\\]*?\/((?:@[^"\\/%]+(?:\/|%2f))?[^"\\/]+\/-\/[^"\\/]+")/gi,
    (_, start: string, path: string) => `${start}${base}${path}`,
  );
}
