declare global {
  /** When React had taken over the message box. Milliseconds since the page's beginning. */
  var boxReadyAt: number | undefined;
}

/** Runs in the page, before everything else. The box accepts text once React listens to it: it marks what it has taken over. */
export function noteWhenReady(): void {
  const look = () => {
    const box = document.querySelector('textarea[aria-label="Message"]');
    if (box && Object.keys(box).some((key) => key.startsWith('__reactProps'))) globalThis.boxReadyAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/**
 * Runs in the page: every script whose fetching had begun by then, finished or not. An effect of the page that React has taken over asks
 * for the workbench's parts; a machine that draws no frame in between notes the box only afterwards.
 */
export function scriptsBeforeReady(): string[] {
  const all = performance.getEntriesByType('resource');
  const effect = all.find(({ name }) => /\/(?:start-workbench|session-layout)/.test(name))?.startTime ?? Number.POSITIVE_INFINITY;
  const readyAt = globalThis.boxReadyAt ?? Number.POSITIVE_INFINITY;
  const entries = all.filter(({ startTime }) => startTime <= readyAt && startTime < effect);
  return entries.map(({ name }) => name).filter((name) => new URL(name).pathname.endsWith('.js'));
}
