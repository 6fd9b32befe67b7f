import { describe, expect, it } from 'vitest';
import { MODULE_TAIL, rewriteModule } from './rewrite-module.ts';
import { analyzeScript } from './rewrite-script.ts';

/** Returns the rewritten body of a module, without the head. */
function body(source: string): string {
  const { code, head, prefix } = rewriteModule(source);
  return code.slice(head.length, -MODULE_TAIL.length).replaceAll(prefix, '$m');
}

describe('rewriteModule', () => {
  it('makes every read of an import live, and calls without passing the namespace', () => {
    expect(body('import d, { a } from "x";\nuse(a, d, { a });\na();')).toBe(
      ';\nuse($mn[0].a, $mn[0].default, { a:$mn[0].a });\n;(0,$mn[0].a)();',
    );
  });

  it('leaves names alone that an inner scope declares', () => {
    const source = 'function f(a) { return a }\nfor (const a of []) a;\ntry {} catch (a) { a }\nclass K { a = 1; static { let a; a } }';
    expect(body(`import { a } from "x";${source}`)).toBe(`;${source}`);
  });

  it('does not join a call with the line above that has no semicolon', () => {
    expect(body('import { a } from "x"\nconst b = 1\na()')).toBe(';\nconst b = 1\n;(0,$mn[0].a)()');
  });

  it('keeps line numbers when imports and exports span lines', () => {
    const source = 'import {\n  a,\n} from "x";\nexport {\n  b as c,\n};\nlet b;\nthrow a;';
    expect(body(source).split('\n').indexOf('throw $mn[0].a;')).toBe(7);
  });

  it('tells exports, star requests and what is passed on', () => {
    const { exportNames, starRequests, passedOn } = rewriteModule(
      'export * from "s"; export { x as "a b" } from "y"; export const { p, q: [r] } = o; export default 1',
    );
    expect({ exportNames, starRequests, passedOn }).toEqual({
      exportNames: ['a b', 'p', 'r', 'default'],
      starRequests: [0],
      passedOn: [{ name: 'a b', request: 1, importedName: 'x' }],
    });
  });

  it('takes a name behind `export default` whole, whatever it begins with', () => {
    const exported = ['defaultHandler', 'exporter', 'default_', 'asyncThing', '(defaultHandler)', 'async function*(){}', 'class {}'];
    expect(exported.map((value) => body(`export default ${value};`))).toEqual([
      'const $mdefault=( defaultHandler);',
      'const $mdefault=( exporter);',
      'const $mdefault=( default_);',
      'const $mdefault=( asyncThing);',
      'const $mdefault=( (defaultHandler));',
      'async function* $mdefault(){};',
      'const $mdefault={default: class {}}.default;;',
    ]);
  });

  it('names what it depends on in the order of the text, whether imported or passed on', () => {
    const { requests } = rewriteModule(
      'export * from "first"; export { late }; import { late } from "second"; import "first"; export { x } from "third"',
    );
    expect(requests.map(({ specifier }) => specifier)).toEqual(['first', 'second', 'third']);
  });

  it('knows a top-level await from one inside a function', () => {
    expect(rewriteModule('await 1').hasTopLevelAwait).toBe(true);
    expect(rewriteModule('for await (const a of b);').hasTopLevelAwait).toBe(true);
    expect(rewriteModule('async () => { await 1 }; class A { async m() { await 1 } }').hasTopLevelAwait).toBe(false);
  });

  it('chooses names of its own that the module does not use', () => {
    const taken = rewriteModule('let a').prefix;
    expect(analyzeScript(`async () => { await ${taken} }`, taken)?.prefix).not.toBe(taken);
  });

  it('saves the context at every await and restores it behind it, on the same line', () => {
    expect(body('await\n f(await 1)')).toBe('$ma.r($ma.s(\n f($ma.r($ma.s( 1),await $ma.v()))),await $ma.v())');
  });

  it('restores the context where a rejected await is caught, and only in the try of the same function', () => {
    expect(body('async () => { try { await a } catch {} }')).toBe(
      'async () => { {let $mt1;try { $ma.r($mt1=$ma.s( a),await $ma.v(),$mt1=void 0) } catch {$ma.c($mt1);}} }',
    );
    const source = 'try { async () => {} } finally {}';
    expect(body(source)).toBe(source);
  });

  it('keeps the labels of a `for await` with it', () => {
    expect(body('a: b: for await (const x of y) continue a')).toBe(
      '{let $mi1;a: b: for await (const x of $mi1=$ma.i(y)) {$ma.n($mi1);continue a}$ma.n($mi1);}',
    );
  });
});
