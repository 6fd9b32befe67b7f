const SEARCHED_BYTES = 64 * 1024;

/**
 * Inserts `snippet` (ASCII) at the start of the page's head as the bytes stream through, so that it runs before any script
 * of the page. In a page without a head it follows the doctype; before it, the browser would use quirks mode.
 */
export function injectIntoHtml(snippet: string): TransformStream<Uint8Array, Uint8Array> {
  let waiting: string | null = '';
  const flush = (controller: TransformStreamDefaultController<Uint8Array>, isLast: boolean) => {
    if (waiting === null) return;
    const at = insertionPoint(waiting, isLast || waiting.length > SEARCHED_BYTES);
    if (at === null) return;
    controller.enqueue(toBytes(waiting.slice(0, at) + snippet + waiting.slice(at)));
    waiting = null;
  };
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(data, controller) {
      if (waiting === null) {
        controller.enqueue(data);
        return;
      }
      waiting += toText(data);
      flush(controller, false);
    },
    flush: (controller) => flush(controller, true),
  });
}

/** Returns `null` if more data is needed to decide. */
function insertionPoint(html: string, mustDecide: boolean): number | null {
  // A `<head>` inside a comment before the head is too rare to justify an HTML parser; inside a script it follows the real one.
  const head = /<head(?:\s(?:"[^"]*"|'[^']*'|[^'">])*)?>/i.exec(html);
  if (head) return head.index + head[0].length;
  const body = /<(?:body|script|main|div|h1|p)[\s>]/i.exec(html);
  if (!body && !mustDecide) return null;
  const start = /^\uFEFF?\s*(?:<!doctype[^>]*>)?\s*(?:<html[^>]*>)?/i.exec(html.replace(/^\xef\xbb\xbf/, '   '));
  return start?.[0].length ?? 0;
}

// One character per byte: the page's encoding does not matter to the search.
function toText(data: Uint8Array): string {
  let text = '';
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return text;
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
