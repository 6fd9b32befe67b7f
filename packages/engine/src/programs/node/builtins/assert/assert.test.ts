import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

const recorded = (name: string) => readFileSync(new URL(`../../testing/recorded-${name}.json`, import.meta.url), 'utf8');

/** Compares each value with every other; one bit for each of three comparisons, as decided by native Node 22. */
const EQUALITY = `
const assert = require('assert');
const sym = Symbol('s'); class A { constructor() { this.x = 1 } } class B extends A {}
const circ = () => { const o = { a: 1 }; o.self = o; return o; };
const refusal = new Error();
const is = (name, a, b) => { try { assert[name](a, b, refusal); return true; } catch { return false; } };
const values = JSON.parse(require('fs').readFileSync('equality.json', 'utf8')).map(([value]) => value);
const make = (text) => eval('(' + text + ')');
const bits = (a, b) => ['deepStrictEqual', 'deepEqual', 'partialDeepStrictEqual'].reduce((bits, name, at) => bits | (is(name, make(a), make(b)) << at), 0);
console.log(JSON.stringify(values.map((a) => [a, values.map((b) => bits(a, b)).join('')])));
`;

/** Prints the message of each failure, whether Node generated it, and its operator. */
const MESSAGES = `
const assert = require('assert');
Error.stackTraceLimit = 0;
const make = (text) => eval('(' + text + ')');
for (const [name, a, b, message] of JSON.parse(require('fs').readFileSync('messages.json', 'utf8'))) {
  const given = name === 'ifError' || name === 'fail' ? [make(a)] : [make(a), make(b), ...(message === 'undefined' ? [] : [make(message)])];
  let said = [null];
  try { assert[name](...given); } catch (error) { said = [error.name + ': ' + error.message, !!error.generatedMessage, error.operator ?? null]; }
  console.log(JSON.stringify([name, a, b, message, ...said]));
}
`;

const SURFACE = `
const assert = require('assert');
try { assert.equal(1); } catch (error) { console.log(error.code, error.message); }
try { new assert.AssertionError(); } catch (error) { console.log(error.code); }
try { assert.throws(() => { throw new Error('x'); }, 'x'); } catch (error) { console.log(error.code, error.message); }
try { assert.throws(() => { throw new Error('x'); }, {}); } catch (error) { console.log(error.code); }
try { assert.rejects(1).catch((error) => console.log(error.code)); } catch { console.log('thrown'); }
assert.rejects(() => 1).catch((error) => console.log(error.code, error.message));
const loose = new assert.Assert({ strict: false }); loose.equal(1, '1');
new assert.Assert({ skipPrototype: true }).deepEqual(new (class A { a = 1; })(), { a: 1 });
try { new assert.Assert().equal(1, '1'); } catch (error) { console.log(error.operator, error.diff); }
try { assert.Assert(); } catch (error) { console.log(error.code); }
const error = new assert.AssertionError({ actual: 'x'.repeat(600), expected: 1, operator: 'strictEqual' });
console.log(Object.keys(error).join(), String(error).slice(0, 30), require('util').inspect(error).includes('...'));
const inner = new Error('inner'); try { assert.ifError(inner); } catch (failure) { console.log(failure.stack.includes('ifError got') && failure.stack.endsWith(inner.stack.split('\\n').slice(1).join('\\n'))); }
`;

describe('assert', () => {
  it('compares every pair of values as native Node does: strictly, loosely and partially', async () => {
    const files = { '/home/project/equality.json': recorded('equality') };
    const ran = await createTestKernel({ programs: { node }, files }).run(['node', '-e', EQUALITY]);
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toEqual(JSON.parse(recorded('equality')));
  });

  it('says of what fails what native Node says', async () => {
    const files = { '/home/project/messages.json': recorded('messages') };
    const ran = await createTestKernel({ programs: { node }, files }).run(['node', '-e', MESSAGES]);
    expect(ran.stderr).toBe('');
    const lines = ran.stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(recorded('messages')));
  });

  it('refuses arguments by their codes, and has instances with options of their own', async () => {
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', SURFACE]);
    expect(ran).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: [
        'ERR_MISSING_ARGS The "actual" and "expected" arguments must be specified',
        'ERR_INVALID_ARG_TYPE',
        'ERR_AMBIGUOUS_ARGUMENT The "error/message" argument is ambiguous. The error message "x" is identical to the message.',
        'ERR_INVALID_ARG_VALUE',
        'strictEqual simple',
        'ERR_CONSTRUCT_CALL_REQUIRED',
        'generatedMessage,code,actual,expected,operator,diff AssertionError [ERR_ASSERTION] true',
        'true',
        'ERR_INVALID_ARG_TYPE',
        'ERR_INVALID_RETURN_VALUE Expected instance of Promise to be returned from the "promiseFn" function but got type number (1).',
        '',
      ].join('\n'),
    });
  });
});
