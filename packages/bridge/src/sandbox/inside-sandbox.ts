import { connect, createServer, Server } from 'node:net';
import * as z from 'zod';
import type { LoopbackListeners } from '../server/loopback-listeners.ts';

/** Set to `1` for this program in a sandbox. */
export const INSIDE_VARIABLE = 'DEVONZ_BRIDGE_SANDBOX';

const messageSchema = z.strictObject({
  port: z.number().int(),
  /** The path of the network proxy's socket. */
  wayOut: z.string(),
  /** The number of listening sockets that are passed in, each with one such message. */
  listeners: z.number().int(),
});
export type InsideMessage = z.infer<typeof messageSchema>;

export interface InsideSandbox extends Omit<InsideMessage, 'listeners'> {
  /** The sockets already listen on the port, because the sandbox has no network. */
  listeners: LoopbackListeners;
}

/** Resolves to what this program received from outside the sandbox, or to null if it runs in none. */
export async function receiveInside(environment: Readonly<Record<string, string | undefined>>): Promise<InsideSandbox | null> {
  if (environment[INSIDE_VARIABLE] !== '1') return null;
  return new Promise((resolve, reject) => {
    const received: Server[] = [];
    const receive = (message: unknown, listener: unknown): void => {
      const parsed = messageSchema.safeParse(message);
      if (listener instanceof Server) received.push(listener);
      if (parsed.success && listener instanceof Server && received.length < parsed.data.listeners) return;
      process.off('message', receive);
      // Closing the channel now would drop the acknowledgement that the socket was received.
      process.channel?.unref();
      const [first, ...others] = received;
      if (parsed.success && listener instanceof Server && first !== undefined) resolve({ ...parsed.data, listeners: [first, ...others] });
      else reject(new Error('The sandbox was not handed its port.'));
    };
    process.on('message', receive);
  });
}

/**
 * Makes the network proxy reachable at a port of the sandbox's loopback. Returns the environment variables that point
 * programs to it.
 */
export async function openProxyInside({ wayOut }: Pick<InsideMessage, 'wayOut'>): Promise<Record<string, string>> {
  const server = createServer((near) => {
    const far = connect(wayOut);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  const proxy = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const own = 'localhost,127.0.0.1,::1';
  return {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    http_proxy: proxy,
    https_proxy: proxy,
    NO_PROXY: own,
    no_proxy: own,
    // Node's own fetch reads the other variables only if this one is set.
    NODE_USE_ENV_PROXY: '1',
  };
}
