import { createPrivateKey, X509Certificate } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel, type TestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

const start = (files: Record<string, string> = {}): TestKernel =>
  createTestKernel({ programs: { node }, files: { '/home/abc.txt': 'abc', ...files } });

async function run(kernel: TestKernel, command: string) {
  const { exitCode, stdout, stderr } = await kernel.run(command.split(' '), { cwd: '/home' });
  return { exitCode, stdout, stderr };
}

/** The output of openssl 3.0. */
test.each([
  ['dgst -sha256 abc.txt', 'SHA2-256(abc.txt)= ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n'],
  ['sha1 abc.txt', 'SHA1(abc.txt)= a9993e364706816aba3e25717850c26c9cd0d89d\n'],
  ['dgst -sha256 -hmac key abc.txt', 'HMAC-SHA2-256(abc.txt)= 9c196e32dc0175f86f4b1cb89289d6619de6bee699e4c378e68309ed97a1a6ab\n'],
  ['dgst -r -md5 abc.txt', '900150983cd24fb0d6963f7d28e17f72 *abc.txt\n'],
  ['base64 -in abc.txt', 'YWJj\n'],
  ['enc -aes-256-cbc -pbkdf2 -pass pass:x -S 0102030405060708 -a -in abc.txt', '/QDaloaK4Orf2L+AfwhScA==\n'],
  [
    'enc -aes-128-cbc -K 00112233445566778899aabbccddeeff -iv 00112233445566778899aabbccddeeff -a -in abc.txt',
    '76PXGBZTYOna3IXc38D0aQ==\n',
  ],
])('openssl %s prints what openssl prints', async (command, expected) => {
  expect(await run(start(), `openssl ${command}`)).toEqual({ exitCode: 0, stdout: expected, stderr: '' });
});

test('secrets are random, as long as asked for, in lines of 64', async () => {
  const kernel = start();
  const [one, other] = [await run(kernel, 'openssl rand -base64 60'), await run(kernel, 'openssl rand -base64 60')];
  expect(one.stdout).toMatch(/^[A-Za-z0-9+/]{64}\n[A-Za-z0-9+/]{16}\n$/);
  expect(one.stdout).not.toBe(other.stdout);
  expect((await run(kernel, 'openssl rand -hex 4')).stdout).toMatch(/^[0-9a-f]{8}\n$/);
});

test('what is enciphered with a password is opened with it, and with no other', async () => {
  const kernel = start();
  await run(kernel, 'openssl enc -aes-256-cbc -pbkdf2 -pass pass:x -in abc.txt -out secret');
  expect((await run(kernel, 'openssl enc -d -aes-256-cbc -pbkdf2 -pass pass:x -in secret')).stdout).toBe('abc');
  expect(await run(kernel, 'openssl enc -d -aes-256-cbc -pbkdf2 -pass pass:y -in abc.txt')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'bad magic number\n',
  });
});

test.each(['ec', 'rsa:1024'])(
  'a certificate for development with a key of %s signs itself and is for the names asked for',
  async (kind) => {
    const kernel = start();
    const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
    const command = `openssl req -x509 -newkey ${kind} -nodes -keyout key.pem -out cert.pem -days 10 -subj /C=DE/CN=localhost -addext ${names}`;
    expect(await run(kernel, command)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const read = (path: string) => Buffer.from(kernel.fileSystem.readFile(path));
    const certificate = new X509Certificate(read('/home/cert.pem'));
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(read('/home/key.pem')))).toBe(true);
    expect(certificate.subject).toBe('C=DE\nCN=localhost');
    expect([certificate.checkHost('localhost'), certificate.checkIP('127.0.0.1'), certificate.ca]).toEqual([
      'localhost',
      '127.0.0.1',
      true,
    ]);
    expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBe(864_000_000);
    const half = await run(kernel, 'openssl pkey -in key.pem -pubout');
    expect(half.stdout).toBe(certificate.publicKey.export({ type: 'spki', format: 'pem' }));
  },
  60_000,
);

test.each([
  ['--version', /^OpenSSL 3\.0/],
  ['--help', /^Commands: base64, dgst/],
])('openssl %s is answered', async (option, expected) => {
  expect(await run(start(), `openssl ${option}`)).toEqual({ exitCode: 0, stdout: expect.stringMatching(expected), stderr: '' });
});

test('what it does not have is refused with what it has', async () => {
  const kernel = start();
  expect((await run(kernel, 'openssl s_client')).stderr).toMatch(/^Invalid command 's_client'; the in-browser engine has base64, dgst,/);
  expect(await run(kernel, 'openssl dgst -foo abc.txt')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Unknown option or message digest: foo'),
  });
  expect(await run(kernel, 'openssl dgst none.txt')).toEqual({ exitCode: 1, stdout: '', stderr: 'none.txt: No such file or directory\n' });
  expect((await run(kernel, 'openssl req -x509 -nodes')).stderr).toContain('-subj');
});
