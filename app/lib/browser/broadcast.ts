/** A channel to the other tabs that have opened it by the same name. A tab does not receive its own messages. */
export interface Broadcast {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  close(): void;
}

export type OpenBroadcast = (name: string) => Broadcast;
