import { expect, test } from 'vitest';
import { measureMemory, memorySample } from './measure-memory.ts';

const at = (url: string) => ({ url, scope: 'DedicatedWorkerGlobalScope' });

test('what each process’s worker holds is distinguished by the number in its address', () => {
  const breakdown = [
    { bytes: 300, attribution: [at('http://run.ide.localhost/headless?version=1')] },
    { bytes: 5_000, attribution: [at('http://run.ide.localhost/engine/process-worker.js?v=ab#2')] },
    { bytes: 700, attribution: [at('http://run.ide.localhost/engine/process-worker.js?v=ab#12')] },
    { bytes: 900, attribution: [at('http://run.ide.localhost/engine/kernel-worker.js?v=ab')] },
    { bytes: 40, attribution: [] },
  ];
  expect(memorySample({ breakdown })).toEqual([
    [2, 5_000],
    [12, 700],
  ]);
});

test('a browser that does not tell gives nothing', async () => {
  expect(await measureMemory({})).toBeNull();
});
