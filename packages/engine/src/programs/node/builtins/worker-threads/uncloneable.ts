const marked = new WeakSet<object>();

/** `worker_threads.markAsUncloneable`; anything but an object is none of its business. */
export function markAsUncloneable(value: unknown): void {
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') marked.add(value);
}

/** Throws as a browser does for what cannot be cloned. Looks at the message itself, not at what is inside of it. */
export function assertCloneable(message: unknown): void {
  if (typeof message !== 'object' || message === null || !marked.has(message)) return;
  throw new DOMException(`${Object.prototype.toString.call(message).slice(8, -1)} object could not be cloned.`, 'DataCloneError');
}
