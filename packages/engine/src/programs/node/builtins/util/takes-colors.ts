import type { NodeHost } from '../../node-host.ts';

/** Decides like Node, from the environment or from whether the stream is a terminal. */
export function takesColors(host: NodeHost, stream: unknown): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, NODE_DISABLE_COLORS: disable } = host.context.env;
  if (force !== undefined) return force !== '0';
  const isTerminal: unknown = typeof stream === 'object' && stream !== null ? Reflect.get(stream, 'isTTY') : undefined;
  return isTerminal === true && !no && !disable;
}
