import type { ResolveStack } from '../stack-resolver.ts';

export interface Picker {
  /** Each event of the user's before anything of the page sees it. */
  handle(event: Event): void;
  /** At once, also where it still keeps from the page what belongs to the press that has picked: the next one's press is for that one. */
  leave(): void;
}

export interface PickerOptions {
  page: Window & typeof globalThis;
  port: MessagePort;
  resolveStack: ResolveStack;
  /** It takes no more events. */
  onEnd(): void;
}
