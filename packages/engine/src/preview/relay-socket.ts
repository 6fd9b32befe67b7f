import type { KernelConnection } from './kernel-connections.ts';
import type { BridgeToSocket, SocketToBridge } from './request-messages.ts';

/**
 * A raw connection for the WebSocket shim of a page: bytes both ways between its port and the program, the first of them (the
 * handshake's head) as `toFirst` makes them.
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
  // Writing to a connection that has just been closed fails; the page hears of the close by `closed`.
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
  // Newer browsers tell when the page on the other end is gone.
  port.addEventListener('close', () => connection.close());
  send({ type: 'connected' });
  const reader = connection.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) send({ type: 'data', data: next.value });
  send({ type: 'closed' });
  connection.close();
}
