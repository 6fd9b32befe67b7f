import type { KernelConnection } from './kernel-connections.ts';
import type { BridgeToSocket, SocketToBridge } from './request-messages.ts';

/** A raw connection for the WebSocket shim of a page: bytes both ways between its port and the program. */
export async function relaySocket(port: MessagePort, connect: () => Promise<KernelConnection>): Promise<void> {
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
  port.onmessage = (event: MessageEvent<SocketToBridge>) => {
    const message = event.data;
    if (message.type === 'data') writer.write(message.data).catch(ignore);
    else if (message.type === 'end') writer.close().catch(ignore);
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
