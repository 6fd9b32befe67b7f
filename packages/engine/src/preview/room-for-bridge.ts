/** Frames at once. Each is a page of its own: a program that opens port after port must not bring the browser down. */
export const MAX_BRIDGES = 32;

/** How another bridge finds room: at once, in place of one whose program has ended (the oldest), or not at all. */
export function roomForBridge(
  bridges: ReadonlyMap<number, { isOpen: boolean }>,
): { hasRoom: true; retire: number | null } | { hasRoom: false } {
  if (bridges.size < MAX_BRIDGES) return { hasRoom: true, retire: null };
  for (const [port, { isOpen }] of bridges) if (!isOpen) return { hasRoom: true, retire: port };
  return { hasRoom: false };
}
