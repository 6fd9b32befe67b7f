/** An intersection observer controlled by the test. Install it with `vi.stubGlobal('IntersectionObserver', ...)`. */
export class FakeIntersectionObserver implements IntersectionObserver {
  static readonly watching = new Set<FakeIntersectionObserver>();

  readonly root = null;
  readonly rootMargin: string;
  readonly scrollMargin = '0px';
  readonly thresholds = [0];
  readonly #targets = new Set<Element>();
  readonly #listener: IntersectionObserverCallback;

  constructor(listener: IntersectionObserverCallback, { rootMargin = '0px' }: IntersectionObserverInit = {}) {
    this.#listener = listener;
    this.rootMargin = rootMargin;
    FakeIntersectionObserver.watching.add(this);
  }

  /** Reports for all observed elements that are `element` or inside it. */
  static show(element: Element, isIntersecting = true): void {
    for (const observer of FakeIntersectionObserver.watching) {
      const found = [...observer.#targets].filter((target) => element.contains(target));
      if (found.length > 0)
        observer.#listener(
          found.map((target) => entryOf(target, isIntersecting)),
          observer,
        );
    }
  }

  observe(target: Element): void {
    this.#targets.add(target);
  }

  unobserve(target: Element): void {
    this.#targets.delete(target);
  }

  disconnect(): void {
    this.#targets.clear();
    FakeIntersectionObserver.watching.delete(this);
  }

  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

function entryOf(target: Element, isIntersecting: boolean): IntersectionObserverEntry {
  const box = target.getBoundingClientRect();
  const part = { boundingClientRect: box, intersectionRect: box, rootBounds: null, intersectionRatio: isIntersecting ? 1 : 0 };
  return { ...part, target, isIntersecting, time: 0 };
}
