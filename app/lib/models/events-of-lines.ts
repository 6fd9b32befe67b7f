const LINE_END = 10;

/**
 * An answer of JSON lines as one of events, which is what other providers send: so that the same code joins its small ones and holds it to
 * the same limits. Byte by byte: a line end is one in UTF-8 wherever it is.
 */
export function eventsOfLines(response: Response): Response {
  const encoder = new TextEncoder();
  const before = encoder.encode('data: ');
  const after = encoder.encode('\n\n');
  let isLineBegun = false;
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        let from = 0;
        while (from < chunk.byteLength) {
          const end = chunk.indexOf(LINE_END, from);
          const piece = chunk.subarray(from, end === -1 ? chunk.byteLength : end);
          if (piece.byteLength > 0) {
            if (!isLineBegun) controller.enqueue(before);
            controller.enqueue(piece);
            isLineBegun = true;
          }
          if (end === -1) return;
          if (isLineBegun) controller.enqueue(after);
          isLineBegun = false;
          from = end + 1;
        }
      },
      flush(controller) {
        if (isLineBegun) controller.enqueue(after);
      },
    }),
  );
  const headers = new Headers(response.headers);
  headers.set('content-type', 'text/event-stream');
  return new Response(body ?? null, { status: response.status, statusText: response.statusText, headers });
}
