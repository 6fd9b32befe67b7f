import { expect, test } from 'vitest';
import { makeKey } from '../testing/make-key.ts';
import { fingerprintOf, judgeHostKey, keyType, knownHostLine, knownKeyTypes, parseKnownHosts } from './known-hosts.ts';

const key = makeKey().publicBytes;
const other = makeKey().publicBytes;
const base64 = key.toString('base64');
const rsa = Buffer.from('AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==', 'base64').toString('base64');

function judge(text: string, host = 'server', port = 22) {
  return judgeHostKey(parseKnownHosts(text, 'known_hosts'), host, port, key);
}

test.each([
  ['a plain name', `server ssh-ed25519 ${base64}`],
  ['one of several names', `a,Server,b ssh-ed25519 ${base64} comment`],
  ['a pattern', `s*r ssh-ed25519 ${base64}`],
  ['a question mark', `s?rver ssh-ed25519 ${base64}`],
  ['a hashed name', knownHostLine('server', 22, key, Buffer.from('salt'))],
  ['one of several lines', `server ssh-ed25519 ${other.toString('base64')}\nserver ssh-ed25519 ${base64}`],
])('a key under %s is known', (_name, text) => {
  expect(judge(text)).toEqual({ type: 'known' });
});

test.each([
  ['another name', `other ssh-ed25519 ${base64}`],
  ['a negated name', `s*,!server ssh-ed25519 ${base64}`],
  ['a comment', `# server ssh-ed25519 ${base64}`],
  ['half a line', 'server ssh-ed25519'],
  ['another hash', knownHostLine('other', 22, key, Buffer.from('salt'))],
  ['a marker that does not exist', `@wrong server ssh-ed25519 ${base64}`],
])('under %s it is not', (_name, text) => {
  expect(judge(text)).toEqual({ type: 'unknown', hasAuthority: false });
});

test('another port is another name, but a key that is known without the port is accepted', () => {
  expect(judge(`[server]:2222 ssh-ed25519 ${base64}`, 'server', 2222)).toEqual({ type: 'known' });
  expect(judge(`[server]:2222 ssh-ed25519 ${base64}`)).toEqual({ type: 'unknown', hasAuthority: false });
  expect(judge(`server ssh-ed25519 ${base64}`, 'server', 2222)).toEqual({ type: 'known' });
  expect(judge(`server ssh-ed25519 ${other.toString('base64')}`, 'server', 2222)).toEqual({ type: 'unknown', hasAuthority: false });
});

test('another key under the name has changed, with file and line', () => {
  expect(judge(`\n\nserver ssh-ed25519 ${other.toString('base64')}`)).toMatchObject({
    type: 'changed',
    known: { file: 'known_hosts', line: 3 },
  });
  expect(judge(`server ssh-rsa ${rsa}`)).toMatchObject({ type: 'changed', known: { type: 'ssh-rsa' } });
});

test('a revoked key is refused even if it is known', () => {
  expect(judge(`server ssh-ed25519 ${base64}\n@revoked * ssh-ed25519 ${base64}`)).toEqual({
    type: 'revoked',
    file: 'known_hosts',
    line: 2,
  });
  expect(judge(`server ssh-ed25519 ${base64}\n@revoked * ssh-ed25519 ${other.toString('base64')}`)).toEqual({ type: 'known' });
});

test('a certificate authority is not taken for the key itself', () => {
  expect(judge(`@cert-authority * ssh-ed25519 ${base64}`)).toEqual({ type: 'unknown', hasAuthority: true });
});

test('a line for a new host is one that OpenSSH writes', () => {
  expect(knownHostLine('Server', 22, key, null)).toBe(`server ssh-ed25519 ${base64}\n`);
  expect(knownHostLine('server', 2222, key, null)).toBe(`[server]:2222 ssh-ed25519 ${base64}\n`);
  expect(knownHostLine('server', 22, key, Buffer.alloc(20))).toMatch(/^\|1\|A{27}=\|[\w+/]{27}= ssh-ed25519 /);
  expect(fingerprintOf(key)).toMatch(/^SHA256:[\w+/]{43}$/);
});

test('the types by which a host is known are asked for', () => {
  expect(knownKeyTypes(parseKnownHosts(`server ssh-rsa ${rsa}\n@revoked server ssh-dss ${rsa}`, 'f'), 'server', 22)).toEqual(['ssh-rsa']);
});

test('bytes that are no key have no type', () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('abc'),
    Buffer.alloc(40, 255),
    Buffer.concat([Buffer.from([0, 0, 0, 3]), Buffer.from('a\nb ')]),
  ]) {
    expect(keyType(bytes)).toBe('');
  }
});
