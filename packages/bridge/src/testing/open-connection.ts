import { WebSocket } from 'ws';
import { BridgeConnection, type BridgeConnectionOptions } from '../page/bridge-connection.ts';
import type { OpenPageSocket } from '../page/page-socket.ts';

/** The page's side of a session without a page. `port` may be that of a proxy; `origin` is the control page's. */
export function openConnection(
  { port, origin }: { port: () => number; origin: () => string },
  options: Partial<Omit<BridgeConnectionOptions, 'openSocket'>> = {},
): BridgeConnection {
  return new BridgeConnection({
    openSocket: socketOpener(port, origin),
    later(work, milliseconds) {
      // A page waits before it tries again; a test has no reason to.
      const isRetry = milliseconds >= 100 && milliseconds <= 3000;
      const timer = setTimeout(work, isRetry ? 2 : milliseconds);
      return () => clearTimeout(timer);
    },
    onMessage: () => undefined,
    onAway: () => undefined,
    onBack: () => undefined,
    onLost: () => undefined,
    ...options,
  });
}

function socketOpener(port: () => number, origin: () => string): OpenPageSocket {
  return (listener) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/session`, { headers: { host: new URL(origin()).host }, origin: origin() });
    socket.on('open', () => listener.onOpen());
    socket.on('message', (data, isBinary) => {
      // The default `binaryType` gives one buffer for each message.
      const bytes = data as Buffer;
      if (isBinary) listener.onBytes(bytes);
      else listener.onText(bytes.toString('utf8'));
    });
    // `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => listener.onClose(code, reason.toString('utf8')));
    return { send: (data) => socket.readyState === WebSocket.OPEN && socket.send(data), close: () => socket.terminate() };
  };
}
