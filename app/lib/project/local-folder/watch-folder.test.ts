import { expect, test } from 'vitest';
import { TestClock } from '../../agent/testing/test-session.ts';
import { MemoryFolder } from '../testing/memory-folder.ts';
import { type PageSight, watchFolder } from './watch-folder.ts';

type Touched = readonly string[] | null;

class FakeSight implements PageSight {
  isShown = true;
  readonly listeners = new Set<() => void>();

  isVisible() {
    return this.isShown;
  }

  onVisible(listener: () => void) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/** Replaces the browser's class; `report` sends reports to the observer. */
function fakeObserver(refusal: string | null = null) {
  const observer = { report: (_records: readonly unknown[]): void => undefined, isDisconnected: false };
  class FileSystemObserver {
    constructor(callback: (records: readonly unknown[]) => void) {
      observer.report = callback;
    }

    async observe(): Promise<void> {
      if (refusal !== null) throw new DOMException('Not here', refusal);
    }

    disconnect(): void {
      observer.isDisconnected = true;
    }
  }
  return { observer, scope: { FileSystemObserver } };
}

async function watched(scope: object, cost = 0) {
  const [clock, sight, touched] = [new TestClock(), new FakeSight(), [] as Touched[]];
  const watch = watchFolder({
    root: new MemoryFolder('shop').asHandle(),
    clock,
    sight,
    scope,
    onTouched: (paths) => void touched.push(paths),
    cost: () => cost,
  });
  await new Promise((resolve) => setImmediate(resolve));
  return { clock, sight, touched, watch };
}

test('what the browser reports is looked at where it happened, and everywhere where that is not said', async () => {
  const { observer, scope } = fakeObserver();
  const { touched, watch, clock } = await watched(scope);
  observer.report([
    { type: 'modified', relativePathComponents: ['src', 'a.ts'] },
    { type: 'moved', relativePathComponents: ['b.ts'], relativePathMovedFrom: ['c.ts'] },
  ]);
  observer.report([{ type: 'unknown', relativePathComponents: [] }]);
  observer.report([{ type: 'disappeared', relativePathComponents: [] }]);
  observer.report(['something else']);
  expect(touched).toEqual([['src/a.ts', 'b.ts', 'c.ts'], null, null, null]);
  expect(clock.waiting()).toBe(0);
  watch.stop();
  expect(observer.isDisconnected).toBe(true);
});

test.each([
  ['a browser without an observer', {}],
  ['a drive that is not observed', fakeObserver('NotSupportedError').scope],
])('%s is looked at again and again, while the page is seen', async (_title, scope) => {
  const { clock, sight, touched, watch } = await watched(scope);
  clock.pass(4_100);
  expect(touched).toEqual([null, null]);
  sight.isShown = false;
  clock.pass(10_000);
  expect(touched).toHaveLength(2);
  for (const listener of sight.listeners) listener();
  expect(touched).toHaveLength(3);
  watch.stop();
  sight.isShown = true;
  clock.pass(10_000);
  expect(touched).toHaveLength(3);
  expect(sight.listeners.size).toBe(0);
});

test('a folder that takes long to look at is looked at less often', async () => {
  const { clock, touched } = await watched({}, 1_000);
  clock.pass(19_000);
  expect(touched).toEqual([]);
  clock.pass(2_000);
  expect(touched).toEqual([null]);
});
