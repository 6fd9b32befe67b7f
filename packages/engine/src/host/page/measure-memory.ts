import type { MemorySample } from '../../kernel/workers/memory-watch.ts';

/** What Chromium's `performance.measureUserAgentSpecificMemory` gives, as far as it is read here. */
interface MemoryMeasurement {
  breakdown: { bytes: number; attribution: { url: string }[] }[];
}

/** Takes some 20 s, in which the browser waits for a good moment. Null where the browser does not tell (Firefox, Safari). */
export async function measureMemory(scope: object): Promise<MemorySample | null> {
  const measure: unknown = Reflect.get(scope, 'measureUserAgentSpecificMemory');
  if (typeof measure !== 'function') return null;
  // The DOM's types do not know it.
  const measurement = (await measure.call(scope)) as MemoryMeasurement;
  return memorySample(measurement);
}

/** Workers are distinguished by the number after `#` in their address, which the kernel gives them. */
export function memorySample({ breakdown }: MemoryMeasurement): MemorySample {
  return breakdown.flatMap(({ bytes, attribution }) => {
    const [number] = attribution.flatMap(({ url }) => /\/process-worker\.js[^#]*#(\d+)$/.exec(url)?.[1] ?? []);
    return number === undefined ? [] : [[Number(number), bytes] as const];
  });
}
