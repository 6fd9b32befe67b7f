import type { BridgeToSocket, PageToWorker, SocketToBridge } from '../request-messages.ts';

/** Posts a message to the preview's service worker. */
export type PostToWorker = (message: PageToWorker, transfer: Transferable[]) => void;

export interface SocketConnection {
  send(data: Uint8Array): void;
  close(): void;
  onOpen: () => void;
  onData: (data: Uint8Array) => void;
  /** Called once, also if no program listens. */
  onClose: () => void;
}

/**
 * Opens a byte stream to the previewed program. The service worker only connects the two ends; from then on the page talks
 * to the bridge.
 */
export function openSocketConnection(port: number, post: PostToWorker): SocketConnection {
  const { port1: channel, port2 } = new MessageChannel();
  const tell = (message: SocketToBridge) => channel.postMessage(message);
  let isClosed = false;
  const connection: SocketConnection = {
    send: (data) => tell({ type: 'data', data }),
    close: () => tell({ type: 'close' }),
    onOpen: () => {},
    onData: () => {},
    onClose: () => {},
  };
  channel.onmessage = (event: MessageEvent<BridgeToSocket>) => {
    const message = event.data;
    if (isClosed) return;
    if (message.type === 'connected') connection.onOpen();
    else if (message.type === 'data') connection.onData(message.data);
    else {
      isClosed = true;
      channel.close();
      connection.onClose();
    }
  };
  // The program is notified when the user leaves the page, as by a browser.
  addEventListener('pagehide', () => tell({ type: 'close' }), { once: true });
  post({ type: 'socket', port }, [port2]);
  return connection;
}
