import type { NodeHost } from '../../node-host.ts';

type Callback = (error: unknown, result?: unknown) => void;

/** The synchronous function, and with it the one with a callback. */
export function withCallback(host: NodeHost, args: unknown[], call: (...args: never[]) => unknown): unknown {
  const callback = args.at(-1);
  // What it takes it checks itself.
  const loose = call as (...args: unknown[]) => unknown;
  if (typeof callback !== 'function') return loose(...args);
  const result = loose(...args.slice(0, -1));
  host.loop.post(() => (callback as Callback)(null, result));
  return undefined;
}
