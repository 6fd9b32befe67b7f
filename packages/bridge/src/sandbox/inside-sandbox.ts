import { connect, createServer, Server } from 'node:net';
import * as z from 'zod';

/** Set to `1` for this program in a sandbox. */
export const INSIDE_VARIABLE = 'DEVONZ_BRIDGE_SANDBOX';

const messageSchema = z.strictObject({
  port: z.number().int(),
  /** The path of the way out's socket. */
  wayOut: z.string(),
});
export type InsideMessage = z.infer<typeof messageSchema>;

export interface InsideSandbox extends InsideMessage {
  /** It listens on the port already: the sandbox has no network. */
  door: Server;
}

/** Resolves to what this program was handed from outside, or to null outside of a sandbox. */
export async function receiveInside(environment: Readonly<Record<string, string | undefined>>): Promise<InsideSandbox | null> {
  if (environment[INSIDE_VARIABLE] !== '1') return null;
  return new Promise((resolve, reject) => {
    process.once('message', (message, door) => {
      // Closing the channel now would cut off the answer that the socket has come.
      process.channel?.unref();
      const parsed = messageSchema.safeParse(message);
      if (parsed.success && door instanceof Server) resolve({ ...parsed.data, door });
      else reject(new Error('The sandbox was not handed its port.'));
    });
  });
}

/** Opens the way out as a port on the sandbox's loopback. Returns the variables by which programs find it. */
export async function openProxyInside({ wayOut }: InsideMessage): Promise<Record<string, string>> {
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
    // Node's own fetch heeds the others only then.
    NODE_USE_ENV_PROXY: '1',
  };
}
