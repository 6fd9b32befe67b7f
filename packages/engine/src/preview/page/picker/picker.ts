import type { ResolveStack } from '../stack-resolver.ts';

export interface Picker {
  /** Receives each of the user's events before the page does. */
  handle(event: Event): void;
  /**
   * Ends immediately, even while it still keeps the events of the final press from the page, because the next press belongs
   * to the next picker.
   */
  leave(): void;
}

export interface PickerOptions {
  page: Window & typeof globalThis;
  port: MessagePort;
  resolveStack: ResolveStack;
  /** Called when the picker needs no more events. */
  onEnd(): void;
}
