import type { Frame, Page } from '@playwright/test';

const MEGABYTE = 1024 * 1024;

export interface Memory {
  total: number;
  /** Memory by scope: the worker's script, or the page's origin. */
  parts: [name: string, megabytes: number][];
}

/** Measures memory at the browser's next garbage collection, which may take about twenty seconds. */
export async function measureMemory(shown: Frame | Page): Promise<Memory> {
  const { bytes, breakdown } = await shown.evaluate(async () => {
    const measure: unknown = Reflect.get(performance, 'measureUserAgentSpecificMemory');
    if (typeof measure !== 'function') throw new Error('This browser does not measure memory, or the page is not isolated.');
    // Not in the DOM's types: https://wicg.github.io/performance-measure-memory/
    return measure.call(performance) as Promise<{
      bytes: number;
      breakdown: { bytes: number; attribution: { url: string; scope: string }[]; types: string[] }[];
    }>;
  });
  const parts = new Map<string, number>();
  for (const part of breakdown) {
    const attribution = part.attribution[0];
    const script = attribution === undefined ? 'shared' : (/([\w-]+)\.js/.exec(attribution.url)?.[1] ?? attribution.scope);
    const name = script.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    parts.set(name, (parts.get(name) ?? 0) + part.bytes / MEGABYTE);
  }
  return { total: bytes / MEGABYTE, parts: [...parts].filter(([, megabytes]) => megabytes >= 0.1) };
}

/** Returns the engine's frame in a client's page. */
export function sandboxFrame(page: Page): Frame {
  const sandbox = page.frames().find((frame) => new URL(frame.url()).pathname === '/headless');
  if (sandbox === undefined) throw new Error("The page has no frame of the engine's.");
  return sandbox;
}
