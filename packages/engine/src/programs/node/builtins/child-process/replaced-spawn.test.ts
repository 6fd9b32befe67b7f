import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

/** Wraps `spawn` the way nyc injects itself into every process that a program starts. */
const PROGRAM = `
const { ChildProcess, spawn, execFile, fork } = require('node:child_process');
const { spawn: original } = ChildProcess.prototype;
const asked = [];
ChildProcess.prototype.spawn = function (options) {
  asked.push([options.args.slice(1).length, options.envPairs.includes('OWN=1'), options.detached]);
  options.envPairs.push('ADDED=yes');
  options.args.push('added');
  return original.call(this, options);
};
const code = 'console.log(process.env.ADDED, process.env.OWN, process.argv.slice(1).join())';
const env = { ...process.env, OWN: '1' };
const end = (child) => new Promise((resolve) => child.on('close', resolve));
(async () => {
  const child = spawn(process.execPath, ['-e', code], { env, stdio: 'inherit' });
  console.log(child instanceof ChildProcess, child.spawnargs.at(-1));
  await end(child);
  await new Promise((resolve) => execFile(process.execPath, ['-e', code, 'first'], (error, stdout) => resolve(console.log(error, stdout.trim()))));
  console.log(JSON.stringify(asked));
})();`;

test('what replaces ChildProcess.prototype.spawn changes every process that is started', async () => {
  const ran = await createTestKernel({ programs: { node: await loadNodeProgram() } }).run(['node', '-e', PROGRAM]);
  expect(ran).toEqual({ exitCode: 0, stdout: execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' }), stderr: '' });
});
