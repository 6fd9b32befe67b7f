/** @typedef {{ getModuleInfo: import('vite').Rollup.GetModuleInfo, getModuleIds: () => IterableIterator<string> }} Graph */

const FRAMEWORK = /\/node_modules\/(?:@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//;
const FIRST_ENTRY = /\/app\/(?:entry\.client|root|routes\/_index)\.tsx(?:\?|$)/;
const WORKER = /-worker\.ts$/;

/**
 * Assigns modules to shared files for `output.manualChunks`: scripts that every page runs first compress better in one piece.
 * - `framework` changes least often, so browsers keep it cached across updates of the app.
 * - `first` is the rest of what the first page waits for, without modules that a worker also uses: the worker would then load the
 *   page's code too.
 * Rollup splits all other modules by their importers.
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
  // Iterating over a set also visits the elements that are added meanwhile.
  for (const id of seen) for (const further of next(id)) seen.add(further);
  return seen;
}
