/** Pixels above and below what is seen. */
export interface NearnessMargins {
  /** Within which a block is put on the page: more than one turn of a wheel. */
  near: number;
  /** Further away than this it is taken off. Between the two it stays as it is, with what its user has opened in it. */
  far: number;
}

export type BlockPlace = { at: 'near' } | { at: 'far'; height: number };

export interface Nearness {
  /** Says where the block is when that changes. Answers with what ends it. */
  watch(block: Element, onPlace: (place: BlockPlace) => void): () => void;
  stop(): void;
}

/** Two observers for all blocks that scroll together: one each would cost the page more in every frame than the blocks do. */
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
