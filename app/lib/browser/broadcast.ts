/** A channel to the other tabs that have opened it by its name; what one posts it does not get itself. */
export interface Broadcast {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  close(): void;
}

export type OpenBroadcast = (name: string) => Broadcast;
