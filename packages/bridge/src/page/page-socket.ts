import type { LinkSocket } from '../protocol/reliable-link.ts';

/** A WebSocket as the connection needs it. */
export interface PageSocket extends LinkSocket {
  close(): void;
}

export interface PageSocketListener {
  onOpen(): void;
  onText(text: string): void;
  onBytes(bytes: Uint8Array): void;
  /** Called once. */
  onClose(code: number, reason: string): void;
}

export type OpenPageSocket = (listener: PageSocketListener) => PageSocket;

export function openPageSocket(address: string): OpenPageSocket {
  return (listener) => {
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => listener.onOpen();
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') listener.onText(data);
      else listener.onBytes(new Uint8Array(data));
    };
    socket.onclose = ({ code, reason }) => listener.onClose(code, reason);
    return { send: (data) => socket.send(data), close: () => socket.close() };
  };
}
