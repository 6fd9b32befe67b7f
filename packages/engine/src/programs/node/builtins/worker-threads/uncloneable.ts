const marked = new WeakSet<object>();

/** `worker_threads.markAsUncloneable`. Ignores values that are neither objects nor functions. */
export function markAsUncloneable(value: unknown): void {
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') marked.add(value);
}

const untransferable = new WeakSet<object>();

/** `worker_threads.markAsUntransferable`. */
export function markAsUntransferable(value: unknown): void {
  if (typeof value === 'object' && value !== null) untransferable.add(value);
}

export function isUntransferable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && untransferable.has(value);
}

/** Throws like a browser if the message cannot be cloned. Checks only the message itself, not its contents. */
export function assertCloneable(message: unknown): void {
  if (typeof message !== 'object' || message === null || !marked.has(message)) return;
  // Built-in objects: Node clones them even if they are marked.
  if (message instanceof ArrayBuffer || ArrayBuffer.isView(message)) return;
  throw new DOMException(`${Object.prototype.toString.call(message).slice(8, -1)} object could not be cloned.`, 'DataCloneError');
}
