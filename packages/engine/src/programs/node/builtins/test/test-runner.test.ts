import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

const files = {
  '/home/project/sum.test.mjs': `import { test, describe, it, beforeEach, mock } from 'node:test';
import assert from 'node:assert/strict';
const order = [];
test('adds', () => assert.equal(1 + 1, 2));
test('fails', () => { assert.equal(1, 2); });
test('outer', async (t) => { await t.test('inner', () => { throw new TypeError('no'); }); });
describe('suite', () => {
  beforeEach(() => order.push('each'));
  it('one', (t) => { const f = t.mock.fn((a) => a + 1); assert.equal(f(1), 2); assert.equal(f.mock.callCount(), 1); });
  it.skip('two'); it.todo('three');
  it('hooks ran', () => assert.deepEqual(order, ['each', 'each', 'each']));
});`,
  '/home/project/broken.test.js': `throw new Error('not a test')`,
};

describe('node:test', () => {
  let node: Program;
  beforeAll(async () => {
    node = await loadNodeProgram();
  });

  const run = async (args: string[]) => {
    const result = await createTestKernel({ programs: { node }, files }).run(['node', ...args]);
    return { ...result, stdout: result.stdout.replace(/\([\d.]+ms\)/g, '(Nms)').replace(/duration_ms:? [\d.]+/g, 'duration_ms N') };
  };

  // The output of Node 20 for the same file, without Node's own stack frames.
  it('reports as spec: symbols, what is in what, errors, counts, failing tests', async () => {
    const { stdout, exitCode } = await run(['--test-reporter=spec', 'sum.test.mjs']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('✔ adds (Nms)\n✖ fails (Nms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n');
    expect(stdout).toContain('▶ outer\n  ✖ inner (Nms)\n    TypeError: no\n');
    expect(stdout).toContain('▶ suite\n  ✔ one (Nms)\n  ﹣ two (Nms) # SKIP\n  ✔ three (Nms) # TODO\n  ✔ hooks ran (Nms)\n✔ suite (Nms)\n');
    expect(stdout).toContain('ℹ tests 8\nℹ suites 1\nℹ pass 3\nℹ fail 3\nℹ cancelled 0\nℹ skipped 1\nℹ todo 1\n');
    expect(stdout).toContain('✖ failing tests:\n\ntest at sum.test.mjs:5:1\n✖ fails (Nms)\n');
  });

  it('runs files in processes of their own with --test, and reports as TAP where nobody looks', async () => {
    const { stdout, exitCode } = await run(['--test']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^TAP version 13\n# .*broken\.test\.js:1\n/);
    expect(stdout).toContain(
      "not ok 1 - /home/project/broken.test.js\n  ---\n  duration_ms N\n  location: '/home/project/broken.test.js:1:1'\n",
    );
    expect(stdout).toContain('    # Subtest: inner\n    not ok 1 - inner\n');
    expect(stdout).toContain('\n1..5\n# tests 9\n');
  });

  it('chooses by name', async () => {
    const { stdout, exitCode } = await run(['--test-name-pattern=adds', '--test-reporter=spec', 'sum.test.mjs']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('✔ adds (Nms)\n﹣ fails (Nms) # test name does not match pattern\n');
  });

  it('reports as JUnit for continuous integration', async () => {
    const source =
      "const { test, describe, it } = require('node:test'); test('one <&\"', () => {}); describe('suite', () => { it('in', () => {}); it('out', { skip: 'why' }, () => {}); }); test('fails', () => { throw new Error('no'); });";
    const { run } = createTestKernel({ programs: { node }, files: { '/home/project/a.test.cjs': source } });
    const { stdout, exitCode } = await run(['node', '--test-reporter=junit', 'a.test.cjs']);
    const lines = stdout.replace(/ time="[\d.]+"/g, '').split('\n');
    expect(lines.slice(0, 9)).toEqual([
      '<?xml version="1.0" encoding="utf-8"?>',
      '<testsuites>',
      '\t<testcase name="one &lt;&amp;&quot;" classname="test"/>',
      expect.stringMatching('^\t<testsuite name="suite" disabled="0" errors="0" tests="2" failures="0" skipped="1" hostname="'),
      '\t\t<testcase name="in" classname="test"/>',
      '\t\t<testcase name="out" classname="test">',
      '\t\t\t<skipped type="skipped" message="why"/>',
      '\t\t</testcase>',
      '\t</testsuite>',
    ]);
    expect(lines).toContain('\t\t<failure type="testCodeFailure" message="no">');
    expect(exitCode).toBe(1);
  });

  it('ends the test whose callback throws, and runs the others', async () => {
    const source = `const { test } = require('node:test');
test('throws', (t, done) => { setTimeout(() => { throw new Error('late'); }, 5); });
test('is run', () => {});
test('outer', async (t) => { await t.test('inner', (t, done) => { process.nextTick(() => { throw new TypeError('tick'); }); }); });
test('ends before its timer', () => { setTimeout(() => { throw new Error('too late'); }, 10); });
test('waits', async () => { await new Promise((resolve) => setTimeout(resolve, 60)); });`;
    const { run } = createTestKernel({ programs: { node }, files: { '/home/project/a.test.cjs': source } });
    const { stdout, exitCode } = await run(['node', '--test-reporter=tap', 'a.test.cjs']);
    const seen = stdout.split('\n').filter((line) => /^ *(?:not ok|ok) |^# (?:Error|pass|fail)/.test(line));
    expect(seen.map((line) => line.trim())).toEqual([
      'not ok 1 - throws',
      'ok 2 - is run',
      'not ok 1 - inner',
      'not ok 3 - outer',
      'ok 4 - ends before its timer',
      'ok 5 - waits',
      expect.stringContaining('Test "ends before its timer" generated asynchronous activity after the test ended'),
      '# pass 3',
      '# fail 3',
    ]);
    expect(stdout.match(/failureType: 'uncaughtException'/g)).toHaveLength(2);
    expect(exitCode).toBe(1);
  });

  it('ends with the error of a file that throws beside its tests', async () => {
    const source = "require('node:test')('one', () => {}); throw new Error('top');";
    const { run } = createTestKernel({ programs: { node }, files: { '/home/project/a.test.cjs': source } });
    expect(await run(['node', 'a.test.cjs'])).toMatchObject({ exitCode: 7, stderr: expect.stringContaining('Error: top') });
  });
});
