import type { PreviewMessage } from './preview-message.ts';

/**
 * Messages on the port between a preview's bridge frame (origin `pN-<project>.run.<host>`) and the kernel. One port serves many
 * connections; each is a byte stream to the program that listens on the preview's port, exactly like a socket from
 * `connect`. Who speaks HTTP over it is the bridge's side; the kernel moves bytes.
 *
 * Flow control: each side sends at most `BRIDGE_WINDOW_BYTES` that the other has not acknowledged with `taken`.
 */
export const BRIDGE_WINDOW_BYTES = 4 * 1024 * 1024;

export type BridgeToKernel =
  /**
   * `connection` is chosen by the bridge, unique on this message port. `port` is the program's; a page may reach each program of
   * its engine, as it could on localhost (and as any process of the engine can).
   */
  | { type: 'connect'; connection: number; port: number }
  | { type: 'data'; connection: number; data: Uint8Array }
  /** No more data from this side. */
  | { type: 'end'; connection: number }
  /** Forget the connection in both directions. */
  | { type: 'close'; connection: number }
  | { type: 'taken'; connection: number; bytes: number }
  /**
   * What the program sends from now on goes to `channel`, as `KernelToReader`, and is acknowledged there. `diverted` follows
   * the last data that came before.
   */
  | { type: 'divert'; connection: number; channel: MessagePort };

export type KernelToBridge =
  | { type: 'connected'; connection: number }
  /** Nobody listens. */
  | { type: 'refused'; connection: number }
  | { type: 'data'; connection: number; data: Uint8Array }
  | { type: 'end'; connection: number }
  | { type: 'closed'; connection: number }
  | { type: 'taken'; connection: number; bytes: number }
  | { type: 'diverted'; connection: number };

/** On a port of its own: the rest of one connection, for a thread other than the bridge's. */
export type KernelToReader = { type: 'data'; data: Uint8Array } | { type: 'end' };
export interface ReaderToKernel {
  type: 'taken';
  bytes: number;
}

/** What the headless page asks of the previews, and what it hears from them. Implemented by `page/create-preview-bridges.ts`. */
export interface PreviewBridges {
  /** A program listens on `port`: opens its hidden bridge frame, of the preview's origin, and gives it a port to the kernel. `isKept`: what it keeps lasts beyond the page. */
  open(port: number, origin: string, isKept: boolean): void;
  close(port: number): void;
  setPreviewScript(source: string, options: { type?: string; defer?: boolean; async?: boolean }): void;
  /** Removes them all; others can be opened after that. */
  removeAll(): void;
}

export interface PreviewBridgesOptions {
  /** A fresh port whose other end the kernel serves with this protocol. */
  connectKernel(): MessagePort;
  onMessage(message: PreviewMessage): void;
}
