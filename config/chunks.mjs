/** @typedef {{ getModuleInfo: import('vite').Rollup.GetModuleInfo, getModuleIds: () => IterableIterator<string> }} Graph */

const FRAMEWORK = /\/node_modules\/(?:@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//;
const FIRST_ENTRY = /\/app\/(?:entry\.client|root|routes\/_index)\.tsx(?:\?|$)/;
const WORKER = /-worker\.ts$/;

/**
 * Which modules are put into one file, as `output.manualChunks` asks: what every page runs first is pressed better in one piece than in parts.
 * - `framework` changes least: it is kept over updates of the app.
 * - `first` is the rest of what the first page waits for, without what a worker uses too: that would bring the page's parts to a worker.
 * All else Rollup divides by who loads it.
 */
export function chunkOf() {
  /** @type {ReadonlyMap<string, 'framework' | 'first'> | undefined} */
  let chosen;
  return (/** @type {string} */ id, /** @type {Graph} */ graph) => {
    chosen ??= chooseChunks(graph);
    return chosen.get(id);
  };
}

/** @param {Graph} graph @returns {ReadonlyMap<string, 'framework' | 'first'>} */
function chooseChunks({ getModuleInfo, getModuleIds }) {
  const ids = [...getModuleIds()];
  const imported = (/** @type {string} */ id) => getModuleInfo(id)?.importedIds ?? [];
  const loaded = (/** @type {string} */ id) => [...imported(id), ...(getModuleInfo(id)?.dynamicallyImportedIds ?? [])];
  const inWorkers = reachable(
    ids.filter((id) => WORKER.test(id)),
    loaded,
  );
  const first = reachable(
    ids.filter((id) => FIRST_ENTRY.test(id)),
    imported,
  );
  const framework = reachable(
    [...first].filter((id) => FRAMEWORK.test(id)),
    imported,
  );
  const outsideWorkers = [...first].filter((id) => !inWorkers.has(id));
  return new Map(outsideWorkers.map((id) => [id, framework.has(id) ? 'framework' : 'first']));
}

/** @param {readonly string[]} from @param {(id: string) => readonly string[]} next */
function reachable(from, next) {
  const seen = new Set(from);
  // A set that grows while it is gone through is gone through to its end.
  for (const id of seen) for (const further of next(id)) seen.add(further);
  return seen;
}
