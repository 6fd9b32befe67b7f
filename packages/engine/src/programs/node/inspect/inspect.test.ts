import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../abi/program.ts';
import { createTestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** Shows each value in several ways. */
const PROGRAM = `
Error.stackTraceLimit = 0;
const util = require('util'); const s = Symbol('s');
class A { constructor() { this.x = 1 } get g() { return 1 } static st = 1 } class B extends A { #p = 1 }
class Foo extends Error {} class NamedE extends Error { constructor(m) { super(m); this.name = 'NamedE' } }
class MyMap extends Map {} class MySet extends Set {} class MyArr extends Array {} class MyDate extends Date {} class MyRe extends RegExp {} class MyU8 extends Uint8Array {} class MyStr extends String {}
const circ = () => { const o = { a: 1, n: { m: [] } }; o.self = o; o.n.m.push(o.n, o); return o };
function fnProps() {}
const rows = JSON.parse(require('fs').readFileSync('inspections.json', 'utf8')).map(([value, options]) => {
  const given = options.breakLength === 'Infinity' ? { ...options, breakLength: Infinity } : options;
  return [value, options, util.inspect(eval('(' + value + ')'), given)];
});
console.log(JSON.stringify(rows));
`;

const DEEP = `
const util = require('util');
const wrap = (value, count) => { let inner = value; for (let at = 0; at < count; at++) inner = { inner }; return inner; };
console.log(util.inspect(wrap(1, 20000), { depth: Infinity }).includes('Inspection interrupted prematurely. Maximum call stack size exceeded.'));
const keys = Object.keys; Object.keys = () => { throw new Error('called') }; console.log(util.inspect({ a: 1 })); Object.keys = keys;
const self = { [util.inspect.custom]() { return this; }, a: 1 }; console.log(util.inspect(self));
class X { constructor() { this.y = 123 } get z() { return this.y } } console.log(util.inspect(new X(), { getters: true, showHidden: true }));
util.callbackify(async () => { throw null }).call({ name: 'mine' }, function (error) { console.log(this.name, error.code) });
`;

describe('util.inspect', () => {
  it('shows every kind of value as native Node does, in whatever way it is asked to', async () => {
    const recorded = readFileSync(new URL('../testing/recorded-inspections.json', import.meta.url), 'utf8');
    const files = { '/home/project/inspections.json': recorded };
    const ran = await createTestKernel({ programs: { node }, files }).run(['node', '-e', PROGRAM]);
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toEqual(JSON.parse(recorded));
  });

  it('ends with what is too deep, calls nothing that a program has replaced, and shows what asks to be shown as it is', async () => {
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', DEEP]);
    expect(ran).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: [
        'true',
        '{ a: 1 }',
        '{\n  a: 1,\n  [Symbol(nodejs.util.inspect.custom)]: [Function: [nodejs.util.inspect.custom]]\n}',
        'X { y: 123, [z]: [Getter: 123] }',
        'mine ERR_FALSY_VALUE_REJECTION',
        '',
      ].join('\n'),
    });
  });
});
