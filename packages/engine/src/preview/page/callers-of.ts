/** The stack from whoever called `ours`, written out when it is asked for: most of them nobody reads. */
export function callersOf(ours: (...args: never[]) => unknown): () => string {
  let holder: { stack?: unknown } = {};
  // Not in every browser; without it our own line comes first.
  const capture: unknown = Reflect.get(Error, 'captureStackTrace');
  if (typeof capture === 'function') capture.call(Error, holder, ours);
  else holder = new Error();
  // A page may make anything of its stacks.
  return () => (typeof holder.stack === 'string' ? holder.stack : '');
}
