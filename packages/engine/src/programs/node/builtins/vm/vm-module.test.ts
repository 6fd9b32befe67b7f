import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** Works like jest: creates a context, sets its globals afterwards, and compiles functions for it. */
const PROGRAM = `
const vm = require('node:vm');
const context = vm.createContext();
const global = vm.runInContext('this', context);
const options = { filename: '/a/test.js', parsingContext: context };
const body = vm.compileFunction('const seen = typeof later; shared = n + 1; return [seen, later(n), typeof console.log, typeof nowhere];', ['n'], options);
global.console = console;
global.shared = 0;
global.later = (n) => n * 2;
console.log(body(3), global.shared, typeof globalThis.shared);
const layered = vm.compileFunction('return [a, b, later(1)]', [], { parsingContext: context, contextExtensions: [{ a: 1, b: 2 }, { b: 3 }] });
console.log(layered());
try { vm.compileFunction('missing()', [], options)(); } catch (error) { console.log(error.name, error.message); }
console.log(vm.runInContext('globalThis === this', context), vm.compileFunction('return globalThis.shared', [], options)());
console.log(vm.compileFunction('return this === undefined ? 0 : n', ['n'])(5));
`;

/** Prints which names scripts declare, and which they find. */
const DECLARATIONS = `
const vm = require('node:vm');
const context = vm.createContext({ given: 1 });
const run = (source) => { try { return vm.runInContext(source, context, 'script.js'); } catch (error) { return error.name + ': ' + error.message; } };
const show = (name) => console.log(name, JSON.stringify(Object.getOwnPropertyDescriptor(context, name)), typeof context[name]);
console.log(run('var one = 1; function two() { return one + given; } two()'), context.two(), context.one);
show('one');
context.one = 5;
console.log(context.two(), run('one += 1; one'), context.one);
console.log(run('function two() { return "again"; } typeof two'), context.two());
console.log(run('let three = 3; const four = 4; class Five { five() { return three; } } new Five().five()'), 'three' in context);
console.log(run('three += 1; [three, four, typeof Five].join()'), run('four = 1'), run('new Five().five()'));
console.log(run('"use strict"; var six = 6; function seven() { return six; } six + seven()'), context.six, context.seven());
context.six = 60;
console.log(context.seven());
console.log(run('implicit = 8; implicit'), context.implicit, run('typeof nowhere'), run('nowhere'), run('delete implicit'), 'implicit' in context);
console.log(run('(entries = typeof entries === "undefined" ? {} : entries)["a"] = 1'), JSON.stringify(context.entries));
console.log(run('typeof process'), run('typeof setTimeout'), run('typeof Object'), run('typeof console'), run('this.given'), run('globalThis.given'));
console.log(run('for (var index = 0; index < 3; index++); index'), context.index, run('if (true) { var inner = 9 } inner'), context.inner);
console.log(run('undefined === void 0 && NaN !== NaN && Infinity > 1'), run('eval("given + 1")'), run('var [a, { b }] = [1, { b: 2 }]; a + b'), context.b);
console.log(run(''), run('var quiet = 1'), run('function quieter() {}'), run('1; var x = 2'), run('({})') instanceof Object || true);
const script = new vm.Script('counter = (typeof counter === "number" ? counter : 0) + 1');
const other = vm.createContext({ counter: 10 });
console.log(script.runInContext(other), script.runInContext(other), other.counter, vm.runInNewContext('a + b', { a: 1, b: 2 }));
console.log(run('typeof this.Array'), run('globalThis.Symbol === Symbol'), run('(async () => { await null; return this.Map })()') instanceof Promise || true);
console.log(vm.isContext(context), vm.isContext({}), Object.keys(vm.createContext({ only: 1 })));
try { vm.runInContext('1', {}); } catch (error) { console.log(error.code); }
try { new vm.Script('var 1x', 'bad.js'); } catch (error) { console.log(error.name); }
`;

const GLOBAL_OBJECT = `
const vm = require('vm');
const context = vm.createContext({ name: 'context', console });
const run = (source) => vm.runInContext(source, context);
console.log(run('Function("return this")().name'), run('new Function("return this")().name'), run('Function("return this.name").call({ name: "given" })'));
console.log(run('Function("a", "b", "return a + b")(1, 2)'), run('(() => {}) instanceof Function'), run('class Own extends Function {}; new Own("return 5")()'));
run('(function () { const root = Function("return this")(); root.library = { version: 1 }; })()');
console.log(context.library.version, typeof library);
`;

describe('node:vm', () => {
  it('gives a context what its scripts declare, and them what it has', async () => {
    const native = execFileSync(process.execPath, ['-e', DECLARATIONS], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', DECLARATIONS]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });

  it('finds the global object of a context by Function("return this")(), as libraries do', async () => {
    const native = execFileSync(process.execPath, ['-e', GLOBAL_OBJECT], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', GLOBAL_OBJECT]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });

  it('compiles functions whose globals are those of a context', async () => {
    const native = execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });
});
