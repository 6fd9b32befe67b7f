import type * as clientModule from './client-module.ts';

/**
 * The genuine client. It boots one container at a time and never replaces its first frame. It reads the host's address from
 * `WEBCONTAINER_API_IFRAME_URL` when it is evaluated or first boots.
 */
export interface HostClient {
  /** Loads the client for the host at this address; null for its own default. */
  load(address: string | null): Promise<typeof clientModule>;
  /**
   * Drops a client whose container has died: its module would wait forever for the dead frame. Evaluated again under another
   * address, it opens a new frame.
   */
  renew(): void;
  /** The frame of the booted container; null if the page has none. */
  frame(): HTMLIFrameElement | null;
}

export function createHostClient(page: Document): HostClient {
  let loaded: typeof clientModule | null = null;
  let loadedFor: string | null = null;
  let generation = 1;
  // The client hides its frame and gives it no name.
  const frame = () => [...page.querySelectorAll('iframe')].findLast((candidate) => /\/headless\?/.test(candidate.src)) ?? null;
  const renew = () => {
    frame()?.remove();
    loaded = null;
    generation++;
  };
  return {
    async load(address) {
      // Its frame would answer for the other host.
      if (loaded !== null && loadedFor !== address) renew();
      if (address === null) Reflect.deleteProperty(globalThis, 'WEBCONTAINER_API_IFRAME_URL');
      else Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: address });
      if (loaded) return loaded;
      loadedFor = address;
      const first = await import('./client-module.ts');
      if (generation === 1) {
        loaded = first;
        return first;
      }
      // The chunk contains that same module, under another address.
      const again: typeof clientModule = await import(/* @vite-ignore */ `${first.address}?again=${generation}`);
      if (again.WebContainer === first.WebContainer) throw new Error('Reload the page: this build cannot load the client again.');
      loaded = again;
      return again;
    },
    renew,
    frame,
  };
}
