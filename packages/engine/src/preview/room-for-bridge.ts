/** The maximum number of frames. Each is a page of its own: a program that opens many ports must not crash the browser. */
export const MAX_BRIDGES = 32;

/** Decides whether another bridge fits: directly, by replacing the oldest one whose program has ended, or not at all. */
export function roomForBridge(
  bridges: ReadonlyMap<number, { isOpen: boolean }>,
): { hasRoom: true; retire: number | null } | { hasRoom: false } {
  if (bridges.size < MAX_BRIDGES) return { hasRoom: true, retire: null };
  for (const [port, { isOpen }] of bridges) if (!isOpen) return { hasRoom: true, retire: port };
  return { hasRoom: false };
}
