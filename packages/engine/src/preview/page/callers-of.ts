/** Captures the stack above the caller of `ours`; it is formatted on demand, because most stacks are never read. */
export function callersOf(ours: (...args: never[]) => unknown): () => string {
  let holder: { stack?: unknown } = {};
  // Not in every browser; without it this function's own line comes first.
  const capture: unknown = Reflect.get(Error, 'captureStackTrace');
  if (typeof capture === 'function') capture.call(Error, holder, ours);
  else holder = new Error();
  // A page may replace its stacks with anything.
  return () => (typeof holder.stack === 'string' ? holder.stack : '');
}
