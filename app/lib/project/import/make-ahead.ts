/** Items that are produced before they are requested. */
export interface MadeAhead<Item> {
  /** Yields the items in order and can be iterated once. Rejects if producing an item failed. */
  items(): AsyncGenerator<Item>;
  /** Stops producing. */
  stop(): void;
}

/** Starts at once, and pauses while the items that nobody has taken yet are larger than `most` together. */
export function makeAhead<Item>(source: AsyncIterable<Item>, sizeOf: (item: Item) => number, most: number): MadeAhead<Item> {
  const made: Item[] = [];
  let size = 0;
  let isStopped = false;
  /** Wakes whichever side is waiting. */
  let wake = () => {};
  const changed = () => {
    const before = wake;
    return new Promise<void>((resolve) => {
      wake = () => {
        before();
        resolve();
      };
    });
  };
  const tell = () => {
    const waiting = wake;
    wake = () => {};
    waiting();
  };
  const making = (async () => {
    for await (const item of source) {
      made.push(item);
      size += sizeOf(item);
      tell();
      while (size > most && !isStopped) await changed();
      if (isStopped) return;
    }
  })();
  let hasEnded = false;
  const ended = making.finally(() => {
    hasEnded = true;
    tell();
  });
  ended.catch(() => undefined); // The error is reported to the consumer of the items.
  return {
    async *items() {
      for (;;) {
        const item = made.shift();
        if (item !== undefined) {
          size -= sizeOf(item);
          tell();
          yield item;
        } else if (hasEnded) return await making;
        else await changed();
      }
    },
    stop() {
      isStopped = true;
      tell();
    },
  };
}
