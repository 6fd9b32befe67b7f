import type * as clientModule from './client-module.ts';

/** The genuine client, which boots one container at a time and keeps its first frame for good. */
export interface HostClient {
  load(): Promise<typeof clientModule>;
  /**
   * Forgets a client whose container has died. Its module would wait for the dead frame's answer for ever; evaluated again under
   * another address it opens a frame of its own.
   */
  renew(): void;
  /** Of the container that has booted; null while the page shows none. */
  frame(): HTMLIFrameElement | null;
}

export function createHostClient(page: Document): HostClient {
  let loaded: typeof clientModule | null = null;
  let generation = 1;
  // The client hides its frame and gives it no name.
  const frame = () => [...page.querySelectorAll('iframe')].findLast((candidate) => /\/headless\?/.test(candidate.src)) ?? null;
  return {
    async load() {
      if (loaded) return loaded;
      const first = await import('./client-module.ts');
      if (generation === 1) {
        loaded = first;
        return first;
      }
      // The chunk holds that very module under another address.
      const again: typeof clientModule = await import(/* @vite-ignore */ `${first.address}?again=${generation}`);
      if (again.WebContainer === first.WebContainer) throw new Error('Reload the page: this build cannot load the client again.');
      loaded = again;
      return again;
    },
    renew() {
      frame()?.remove();
      loaded = null;
      generation++;
    },
    frame,
  };
}
