import { z } from 'zod';
import { t } from '../i18n/t.ts';
import { type ConnectedMachine, connectedMachineSchema } from '../protocol/machines/machine.ts';
import { isLoopback } from '../protocol/models/local-address.ts';
import type { BridgeLink } from './read-bridge-link.ts';

/** Milliseconds. */
const PATIENCE = 10_000;
const CHECK_PATIENCE = 3_000;

const bridgeSchema = z.object({ bridge: z.literal('devonz-bridge') });

/** Exchanges the token of a link for the address by which this app reaches the machine. Rejects with words for the user. */
export async function connectMachine(request: typeof fetch, { address, token }: BridgeLink): Promise<ConnectedMachine> {
  const answer = await request(`${address}/connect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => {
    throw new Error(t('No bridge answers at {address}. Start it again, and open the address that it prints.', { address }));
  });
  if (!answer.ok) throw new Error(t('The bridge refused: {why}', { why: (await answer.text()).slice(0, 300) }));
  const connected = connectedMachineSchema.safeParse(await answer.json().catch(() => null));
  if (!connected.success) throw new Error(t('The bridge and this app do not understand each other. Update the older one.'));
  const { hostname, protocol, port } = new URL(connected.data.origin);
  if (protocol !== 'http:' || !isLoopback(hostname) || port !== new URL(address).port)
    throw new Error(t('The bridge names an address that is not its own. It is not used.'));
  return connected.data;
}

/** Returns whether a bridge still answers at the port of this origin. */
export async function isBridgeThere(request: typeof fetch, origin: string): Promise<boolean> {
  const { port } = new URL(origin);
  const address = `http://127.0.0.1:${port}/.well-known/devonz-bridge`;
  try {
    const answer = await request(address, { signal: AbortSignal.timeout(CHECK_PATIENCE) });
    return bridgeSchema.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}
