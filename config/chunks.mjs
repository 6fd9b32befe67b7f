/** @typedef {{ getModuleInfo: import('rollup').GetModuleInfo, getModuleIds: () => IterableIterator<string> }} Graph */

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
  /** @type {Set<string> | undefined} */
  let first;
  return (/** @type {string} */ id, /** @type {Graph} */ graph) => {
    if (FRAMEWORK.test(id)) return 'framework';
    first ??= firstModules(graph);
    return first.has(id) ? 'first' : undefined;
  };
}

/** @param {Graph} graph */
function firstModules({ getModuleInfo, getModuleIds }) {
  const ids = [...getModuleIds()];
  const first = reachable(
    ids.filter((id) => FIRST_ENTRY.test(id)),
    (id) => getModuleInfo(id)?.importedIds ?? [],
  );
  const inWorkers = reachable(
    ids.filter((id) => WORKER.test(id)),
    (id) => {
      const module = getModuleInfo(id);
      return module ? [...module.importedIds, ...module.dynamicallyImportedIds] : [];
    },
  );
  return new Set([...first].filter((id) => !inWorkers.has(id)));
}

/** @param {readonly string[]} from @param {(id: string) => readonly string[]} next */
function reachable(from, next) {
  const seen = new Set(from);
  // A set that grows while it is gone through is gone through to its end.
  for (const id of seen) for (const further of next(id)) seen.add(further);
  return seen;
}
