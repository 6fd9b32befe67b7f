import domainFile from 'deferred:domain-module';
import nodeTestFile from 'deferred:node-test';
import optionListsFile from 'deferred:process/option-lists';
import replFile from 'deferred:repl/repl-module';
import wasiFile from 'deferred:wasi-module';
import { deferredPart } from '../deferred/deferred-part.ts';
import type { BuiltinFactory, NodeHost } from '../node-host.ts';

const loadDomain = deferredPart<typeof import('../deferred/domain-module.ts')>('domain-module', domainFile);
const loadTest = deferredPart<typeof import('../deferred/node-test.ts')>('node-test', nodeTestFile);
const loadWasi = deferredPart<typeof import('../deferred/wasi-module.ts')>('wasi-module', wasiFile);

const loadRepl = deferredPart<typeof import('../deferred/repl/repl-module.ts')>('repl-module', replFile);

/** Modules that few programs import; they are not part of the first download. */
export const deferredModules: Record<string, BuiltinFactory> = {
  domain: (host) => loadDomain(host).createDomainModule(host),
  test: (host) => loadTest(host).nodeTest.createTestModule(host),
  'test/reporters': (host) => loadTest(host).nodeTest.createReportersModule(host),
  repl: (host) => loadRepl(host).replModule.createReplModule(host),
  wasi: (host) => loadWasi(host).createWasiModule(host),
};

const loadOptionLists = deferredPart<typeof import('../deferred/process/option-lists.ts')>('process/option-lists', optionListsFile);

/** Returns the output of `node --help` or `node --v8-options`. */
export function optionList(host: NodeHost, name: 'help' | 'v8Options'): string {
  return loadOptionLists(host).optionLists[name];
}

/** Runs `node --test`. */
export function runTestCommand(host: NodeHost, patterns: readonly string[]): Promise<number> {
  return loadTest(host).nodeTest.runTestCommand(host, [...patterns]);
}

/** Starts the interactive `node` prompt of a terminal. */
export function startRepl(host: NodeHost): void {
  loadRepl(host).replModule.startRepl(host);
}
