import type { PreviewMessage } from './preview-message.ts';

/**
 * Limits what each side sends: at most this many bytes may be unacknowledged (`taken`) by the other.
 *
 * The messages below travel on the port between a preview's bridge frame (origin `pN-<project>.run.<host>`) and the kernel. One port
 * serves many connections; each is a byte stream to the program that listens on the preview's port, exactly like a socket from `connect`.
 * The bridge implements HTTP; the kernel only moves bytes.
 */
export const BRIDGE_WINDOW_BYTES = 4 * 1024 * 1024;

export type BridgeToKernel =
  /**
   * `connection` is chosen by the bridge, and unique on this message port. `port` is that of the program; a page can reach every program of
   * its engine, as on localhost (and as any process of the engine can).
   */
  | { type: 'connect'; connection: number; port: number }
  | { type: 'data'; connection: number; data: Uint8Array }
  /** This side sends no more data. */
  | { type: 'end'; connection: number }
  /** Drops the connection in both directions. */
  | { type: 'close'; connection: number }
  | { type: 'taken'; connection: number; bytes: number }
  /**
   * Sends the program's further output to `channel`, as `KernelToReader`, where it is also acknowledged. `diverted` follows the last data
   * before that.
   */
  | { type: 'divert'; connection: number; channel: MessagePort };

export type KernelToBridge =
  | { type: 'connected'; connection: number }
  /** No program listens on the port. */
  | { type: 'refused'; connection: number }
  | { type: 'data'; connection: number; data: Uint8Array }
  | { type: 'end'; connection: number }
  | { type: 'closed'; connection: number }
  | { type: 'taken'; connection: number; bytes: number }
  | { type: 'diverted'; connection: number };

/** Sent on a separate port: the rest of one connection, for a thread other than the bridge's. */
export type KernelToReader = { type: 'data'; data: Uint8Array } | { type: 'end' };
export interface ReaderToKernel {
  type: 'taken';
  bytes: number;
}

/** The headless page's interface to the previews. Implemented by `page/create-preview-bridges.ts`. */
export interface PreviewBridges {
  /**
   * Called when a program listens on `port`: opens its hidden bridge frame, on the preview's origin, and gives it a port to the kernel.
   * `isKept` means that its data outlasts the page.
   */
  open(port: number, origin: string, isKept: boolean): void;
  close(port: number): void;
  setPreviewScript(source: string, options: { type?: string; defer?: boolean; async?: boolean }): void;
  /** Removes all bridges; others can be opened later. */
  removeAll(): void;
}

export interface PreviewBridgesOptions {
  /** Returns a new port whose other end the kernel serves with this protocol. */
  connectKernel(): MessagePort;
  onMessage(message: PreviewMessage): void;
}
