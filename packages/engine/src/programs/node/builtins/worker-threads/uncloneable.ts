const marked = new WeakSet<object>();

/** `worker_threads.markAsUncloneable`; anything but an object is none of its business. */
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

/** Throws as a browser does for what cannot be cloned. Looks at the message itself, not at what is inside of it. */
export function assertCloneable(message: unknown): void {
  if (typeof message !== 'object' || message === null || !marked.has(message)) return;
  // Of the language's own: Node clones them whatever they are marked as.
  if (message instanceof ArrayBuffer || ArrayBuffer.isView(message)) return;
  throw new DOMException(`${Object.prototype.toString.call(message).slice(8, -1)} object could not be cloned.`, 'DataCloneError');
}
