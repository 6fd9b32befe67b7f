import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../abi/program.ts';
import { createTestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
}, 60_000);

/** As jest does: a context, its globals set afterwards, and functions compiled for it. */
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

describe('node:vm', () => {
  it('compiles functions whose globals are those of a context', async () => {
    const native = execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });
});
