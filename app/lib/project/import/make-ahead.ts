/** What is made before it is asked for. */
export interface MadeAhead<Item> {
  /** In order; rejects where making one did. To be gone through once. */
  items(): AsyncGenerator<Item>;
  /** Nothing more is made. */
  stop(): void;
}

/** Begins at once, and pauses where what nobody has taken yet is larger than `most`. */
export function makeAhead<Item>(source: AsyncIterable<Item>, sizeOf: (item: Item) => number, most: number): MadeAhead<Item> {
  const made: Item[] = [];
  let size = 0;
  let isStopped = false;
  /** Whoever waits, on either side, looks again. */
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
  ended.catch(() => undefined); // Who goes through the items hears of it.
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
