import { describe, expect, it } from 'vitest';
import { analyzeScript } from './rewrite-script.ts';

/** Builds a development bundle as webpack's `eval-source-map` writes it. */
function bundleOf(modules: number, source: string): string {
  const text = JSON.stringify(source);
  return `exports.modules = {${Array.from({ length: modules }, (_, index) => `${index}: (module) => { eval(__webpack_require__.ts(${text})); }`).join(',')}};`;
}

describe('which scripts have their awaits rewritten', () => {
  it('takes a bundle of any size whose modules are texts for eval: Next.js in development makes one of 7 MB', () => {
    const bundle = bundleOf(50, `async function load() { await null; }\n${'/* a line of a module */\n'.repeat(6000)}`);
    expect(bundle.length).toBeGreaterThan(7_000_000);
    expect(analyzeScript(bundle)?.awaitName).not.toBeNull();
    expect(analyzeScript(bundle)?.edits.length).toBeGreaterThan(0);
  });

  it('leaves a compiler of 9 MB alone, for it is parsed for a second and hardly awaits', () => {
    const compiler = `${'function check(node) { return eval("node") + node.flags; }\n'.repeat(90_000)}async function last() { await null; }`;
    expect(analyzeScript(compiler)).toBeNull();
  });
});
