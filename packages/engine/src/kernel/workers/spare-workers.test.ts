import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessWorkerHandle } from './process-worker-handle.ts';
import { SpareWorkers } from './spare-workers.ts';

class FakeWorker implements ProcessWorkerHandle {
  readonly number = 0;
  isTerminated = false;
  readonly messages: unknown[] = [];
  post(message: unknown): void {
    this.messages.push(message);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  onError(): void {}
}

describe('spare workers', () => {
  const made: FakeWorker[] = [];
  const create = (): FakeWorker => {
    const worker = new FakeWorker();
    made.push(worker);
    return worker;
  };
  beforeEach(() => {
    made.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  const prepared = (): SpareWorkers => {
    const workers = new SpareWorkers(create);
    workers.adopt(create());
    vi.runAllTimers();
    return workers;
  };

  it('are two, warmed up, and made again when one is taken', () => {
    const workers = prepared();
    expect(made).toHaveLength(2);
    expect(made[0]?.messages).toEqual([{ type: 'warm-up', programs: ['jsh', 'node'] }]);
    expect(workers.take('node')).toBe(made[0]);
    vi.runAllTimers();
    expect(made).toHaveLength(3);
  });

  it('come back from a shell and are its next one, while node gets one that has run nothing', () => {
    const workers = prepared();
    const shell = workers.take('jsh');
    workers.giveBack(shell);
    vi.runAllTimers();
    expect(made).toHaveLength(2);
    expect(workers.take('node')).toBe(made[1]);
    expect(workers.take('jsh')).toBe(shell);
  });

  it('load node first while a shell’s worker is there', () => {
    const workers = prepared();
    workers.giveBack(workers.take('jsh'));
    workers.take('node');
    vi.runAllTimers();
    expect(made[2]?.messages).toEqual([{ type: 'warm-up', programs: ['node', 'jsh'] }]);
  });

  it('serve node too when there is no other', () => {
    const workers = prepared();
    const [first, second] = [workers.take('jsh'), workers.take('jsh')];
    workers.giveBack(first);
    workers.giveBack(second);
    expect([workers.take('node'), workers.take('node')]).toEqual([first, second]);
  });

  it('are ended when there are enough', () => {
    const workers = prepared();
    const taken = Array.from({ length: 5 }, () => workers.take('jsh'));
    for (const worker of taken) workers.giveBack(worker);
    expect(made.filter(({ isTerminated }) => isTerminated)).toHaveLength(1);
  });
});
