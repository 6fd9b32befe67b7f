/**
 * A reporter for Vitest. Compares the modules that each test loaded with those that test-sources.mjs knows, and fails the run if one is
 * missing there: a change to it would not have run the test again.
 */
import { relative, sep } from 'node:path';
import { sourceFiles } from './proof.mjs';
import { testSources } from './test-sources.mjs';

/** @typedef {{ id: string | null, importedModules: Iterable<LoadedModule> }} LoadedModule */

export default class LoadedModulesReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const files = sourceFiles();
    const known = testSources(files);
    const own = new Set(files);
    let compared = 0;
    for (const { moduleId, project } of modules) {
      const test = pathOf(moduleId);
      const sources = known.sourcesOf(test);
      if (sources === null) continue;
      const loaded = Object.values(project.vite.environments).flatMap(({ moduleGraph }) => loadedFrom(moduleGraph.getModuleById(moduleId)));
      compared += loaded.length;
      const missing = [...new Set(loaded.map(pathOf))].filter((file) => own.has(file) && !sources.has(file));
      if (missing.length === 0) continue;
      process.exitCode = 1;
      console.log(`scripts/testing/test-sources.mjs does not know that ${test} loads ${missing.join(', ')}.`);
    }
    console.log(`Compared ${compared} loaded modules with the sources of ${modules.length} test files.`);
  }
}

/** @param {LoadedModule | undefined} first @returns {string[]} */
function loadedFrom(first) {
  /** @type {Set<LoadedModule>} */
  const seen = new Set(first === undefined ? [] : [first]);
  for (const { importedModules } of seen) for (const next of importedModules) seen.add(next);
  return [...seen].flatMap(({ id }) => (id === null ? [] : [id]));
}

/** @param {string} id */
function pathOf(id) {
  const [file = ''] = id.split('?');
  return relative(process.cwd(), file).split(sep).join('/');
}
