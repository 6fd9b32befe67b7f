import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../abi/program.ts';
import { createTestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

const run = (program: string) => createTestKernel({ programs: { node } }).run(['node', '-e', program]);

/** Uses only features that need no name server. */
const PROGRAM = `
const dns = require('node:dns');
const { promisify } = require('node:util');
const messageOf = (work) => { try { work(); } catch (error) { return error.code + ' ' + error.message; } };
(async () => {
  console.log(messageOf(() => dns.resolve('x', 'FOO', () => {})), messageOf(() => dns.lookup('x')), messageOf(() => dns.lookup(3, () => {})));
  console.log(messageOf(() => dns.lookupService('x', 1, () => {})), messageOf(() => dns.resolve4(1, () => {})));
  console.log(await promisify(dns.lookup)('10.0.0.1'), await dns.promises.lookup('::1', { all: true }));
  dns.lookup('10.0.0.1', (...answer) => console.log(answer));
  console.log(typeof new dns.Resolver().resolveMx, typeof new dns.promises.Resolver().reverse, dns.CONNREFUSED);
})();
`;

describe('node:dns', () => {
  it('answers what needs no name server as Node does', async () => {
    const native = execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' });
    expect(await run(PROGRAM)).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });

  it('finds the names of other machines, so that a program that looks whether there is a network finds one', async () => {
    const program = `
      const dns = require('dns');
      const range = /^198\\.1[89]\\./;
      dns.promises.lookup('github.com').then(({ address, family }) => console.log(range.test(address), family));
      dns.lookup('github.com', { all: true }, (error, [{ address }]) => console.log(error, range.test(address)));
      dns.lookup('github.com', 4, (error, address) => console.log(error, range.test(address)));
      for (const name of ['db', 'nowhere.invalid'])
        dns.lookup(name, ({ code, errno, syscall, hostname, message }) => console.log(code, errno, syscall, hostname, message));
      dns.lookup('github.com', { family: 6 }, ({ code }) => console.log(code));`;
    expect((await run(program)).stdout.split('\n').sort()).toEqual([
      '',
      'ENOTFOUND',
      'ENOTFOUND -3008 getaddrinfo db getaddrinfo ENOTFOUND db',
      'ENOTFOUND -3008 getaddrinfo nowhere.invalid getaddrinfo ENOTFOUND nowhere.invalid',
      'null true',
      'null true',
      'true 4',
    ]);
  });

  it('refuses a query as a machine without a name server does, and never by throwing at the caller', async () => {
    const program = `
      const dns = require('dns');
      dns.resolve('example.com', (error) => console.log(error.code, error.syscall, error.hostname, error.message));
      new dns.Resolver().resolveMx('example.com', (error) => console.log(error.code, error.syscall));
      dns.promises.resolveTxt('example.com').catch((error) => console.log(error.code, error.syscall));
      dns.reverse('10.0.0.1', (error) => console.log(error.code, error.syscall));
      console.log('asked');`;
    const { stdout } = await run(program);
    expect(stdout.split('\n')).toEqual([
      'asked',
      'ECONNREFUSED queryA example.com queryA ECONNREFUSED example.com: a browser does not let programs ask name servers',
      'ECONNREFUSED queryMx',
      'ECONNREFUSED queryTxt',
      'ECONNREFUSED getHostByAddr',
      '',
    ]);
  });
});
