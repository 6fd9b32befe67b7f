import type { MemorySample } from '../../kernel/workers/memory-watch.ts';

/** The used fields of Chromium's `performance.measureUserAgentSpecificMemory`. */
interface MemoryMeasurement {
  breakdown: { bytes: number; attribution: { url: string }[] }[];
}

/**
 * Takes some 20 s, because the browser waits for a suitable moment. Returns `null` if the browser does not support it (Firefox, Safari).
 */
export async function measureMemory(scope: object): Promise<MemorySample | null> {
  const measure: unknown = Reflect.get(scope, 'measureUserAgentSpecificMemory');
  if (typeof measure !== 'function') return null;
  // The DOM's types omit it.
  const measurement = (await measure.call(scope)) as MemoryMeasurement;
  return memorySample(measurement);
}

/** Workers are identified by the number after `#` in their URL, which the kernel assigns. */
export function memorySample({ breakdown }: MemoryMeasurement): MemorySample {
  return breakdown.flatMap(({ bytes, attribution }) => {
    const [number] = attribution.flatMap(({ url }) => /\/process-worker\.js[^#]*#(\d+)$/.exec(url)?.[1] ?? []);
    return number === undefined ? [] : [[Number(number), bytes] as const];
  });
}
