import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onFrame } from './on-frame.ts';

/** The page's frames, rendered by the test. */
let asked: Map<number, () => void>;

function drawFrame(): void {
  const due = [...asked.values()];
  asked.clear();
  for (const callback of due) callback();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked = new Map();
  let ids = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    ids += 1;
    asked.set(ids, callback);
    return ids;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => asked.delete(id));
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('onFrame', () => {
  it('runs all works of a frame in one callback', () => {
    const ran: string[] = [];
    onFrame(() => ran.push('first'));
    onFrame(() => ran.push('second'));
    expect(ran).toEqual([]);
    expect(asked.size).toBe(1);
    drawFrame();
    expect(ran).toEqual(['first', 'second']);
  });

  it('runs in the same frame what a work asks for, and in the next one what that asks for', () => {
    const ran: string[] = [];
    onFrame(() => {
      ran.push('publish');
      onFrame(() => {
        ran.push('show');
        onFrame(() => ran.push('later'));
      });
    });
    drawFrame();
    expect(ran).toEqual(['publish', 'show']);
    drawFrame();
    expect(ran).toEqual(['publish', 'show', 'later']);
  });

  it('runs once where frames do not come', () => {
    let times = 0;
    onFrame(() => (times += 1));
    vi.advanceTimersByTime(1_000);
    expect(times).toBe(1);
    drawFrame();
    expect(times).toBe(1);
  });

  it('leaves out what was taken back', () => {
    const ran: string[] = [];
    const cancel = onFrame(() => ran.push('taken back'));
    onFrame(() => {
      const cancelShow = onFrame(() => ran.push('taken back too'));
      cancelShow();
    });
    cancel();
    drawFrame();
    expect(ran).toEqual([]);
  });

  it('runs the others when one fails, and reports it', () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const ran: string[] = [];
    onFrame(() => {
      throw new Error('no room');
    });
    onFrame(() => ran.push('other'));
    drawFrame();
    expect(ran).toEqual(['other']);
    expect(reported).toEqual([new Error('no room')]);
  });
});
