import type { Counts, Suite } from './suite.ts';

/** The last results of each suite, by name; `null` if a run had no result. */
export type KeptResults = Record<string, { at: string; native?: Counts | null; engine?: Counts | null }>;

/** Returns whether the engine passes what native Node does; it may pass more. */
export function isAsGood(native: Counts | null | undefined, engine: Counts | null | undefined): boolean {
  if (!native || !engine) return false;
  return engine.passed >= native.passed && engine.failed <= native.failed;
}

export function tableOf(suites: readonly Suite[], results: KeptResults, described: (counts: Counts | null | undefined) => string): string {
  const lines = suites.map((suite) => {
    const { native, engine } = results[suite.name] ?? {};
    return `| ${suite.name} ${suite.at} | ${suite.runner} | ${described(native)} | ${described(engine)} |`;
  });
  const asGood = suites.filter(({ name }) => isAsGood(results[name]?.native, results[name]?.engine)).length;
  const sum = `On the engine ${asGood} of ${suites.length} pass what they pass on native Node 22.`;
  return [sum, '', '| suite | its runner | passes on native Node | passes on the engine |', '|---|---|---|---|', ...lines].join('\n');
}
