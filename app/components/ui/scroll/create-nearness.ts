/** In pixels above and below the visible part. */
export interface NearnessMargins {
  /** Distance within which a block is mounted: more than one turn of a mouse wheel. */
  near: number;
  /** Distance beyond which it is unmounted. Between the two a block stays as it is, including what the user has opened in it. */
  far: number;
}

export type BlockPlace = { at: 'near' } | { at: 'far'; height: number };

export interface Nearness {
  /** Reports changes of the block's distance. Returns a function that stops watching. */
  watch(block: Element, onPlace: (place: BlockPlace) => void): () => void;
  stop(): void;
}

/** Uses two observers for all blocks that scroll together: one observer per block would cost more in every frame than the blocks do. */
export function createNearness(scroller: Element, margins: NearnessMargins): Nearness {
  const listeners = new Map<Element, (place: BlockPlace) => void>();
  const observe = (margin: number, report: (entry: IntersectionObserverEntry) => void) =>
    new IntersectionObserver((entries) => entries.forEach(report), { root: scroller, rootMargin: `${margin}px 0px` });
  const near = observe(margins.near, ({ target, isIntersecting }) => {
    if (isIntersecting) listeners.get(target)?.({ at: 'near' });
  });
  const far = observe(margins.far, ({ target, isIntersecting, boundingClientRect }) => {
    if (!isIntersecting) listeners.get(target)?.({ at: 'far', height: boundingClientRect.height });
  });
  return {
    watch(block, onPlace) {
      listeners.set(block, onPlace);
      near.observe(block);
      far.observe(block);
      return () => {
        listeners.delete(block);
        near.unobserve(block);
        far.unobserve(block);
      };
    },
    stop() {
      near.disconnect();
      far.disconnect();
    },
  };
}
