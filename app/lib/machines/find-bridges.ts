import { isBridgeThere } from './connect-machine.ts';

/** A bridge takes the first of these that is free, unless it was started with another one. */
export const BRIDGE_PORTS = [8798, 8799, 8800, 8801, 8802] as const;

/**
 * Returns the addresses of this computer at which a bridge answers this page. Without its token it tells no more than that it is there;
 * only its terminal shows that. Does not reject.
 */
export async function findBridges(request: typeof fetch): Promise<readonly string[]> {
  const addresses = BRIDGE_PORTS.map((port) => `http://127.0.0.1:${port}`);
  const answers = await Promise.all(addresses.map((address) => isBridgeThere(request, address)));
  return addresses.filter((_, index) => answers[index]);
}
