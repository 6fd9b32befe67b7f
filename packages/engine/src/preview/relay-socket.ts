import type { KernelConnection } from './kernel-connections.ts';
import type { BridgeToSocket, SocketToBridge } from './request-messages.ts';

/**
 * Relays bytes in both directions between the port of a page's WebSocket shim and the program; `toFirst` transforms the
 * first of them (the handshake's head).
 */
export async function relaySocket(
  port: MessagePort,
  connect: () => Promise<KernelConnection>,
  toFirst: (data: Uint8Array) => Uint8Array,
): Promise<void> {
  const send = (message: BridgeToSocket) => port.postMessage(message);
  let connection: KernelConnection;
  try {
    connection = await connect();
  } catch {
    send({ type: 'refused' });
    return;
  }
  const writer = connection.writable.getWriter();
  // Writing to a connection that was just closed fails; `closed` informs the page.
  const ignore = () => {};
  let isFirst = true;
  port.onmessage = (event: MessageEvent<SocketToBridge>) => {
    const message = event.data;
    if (message.type === 'data') {
      writer.write(isFirst ? toFirst(message.data) : message.data).catch(ignore);
      isFirst = false;
    } else if (message.type === 'end') writer.close().catch(ignore);
    else connection.close();
  };
  // Newer browsers report when the page on the other end is gone.
  port.addEventListener('close', () => connection.close());
  send({ type: 'connected' });
  const reader = connection.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) send({ type: 'data', data: next.value });
  send({ type: 'closed' });
  connection.close();
}
