import * as nativeCrypto from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

/** The start of each program; `print` prints a value, or the error thrown while creating it. */
const PRINT = `
const shown = (value) => Buffer.isBuffer(value) ? value.toString('hex') : value instanceof ArrayBuffer ? Buffer.from(value).toString('hex')
  : JSON.stringify(value, (_key, item) => typeof item === 'bigint' ? item + 'n' : item);
const lines = [];
const print = (name, make) => {
  let text;
  try { text = shown(make()); } catch (error) { text = error.name + ' ' + error.code + ' ' + error.message; }
  lines.push(name + ': ' + text);
};
const fill = (length, seed) => Buffer.from(Array.from({ length }, (_, index) => (index * 31 + seed * 17) & 255));
`;

async function onEngine(program: string, input: unknown = null): Promise<string[]> {
  const source = `const crypto = require('crypto'); const input = ${JSON.stringify(input)};${PRINT}${program};console.log(JSON.stringify(lines));`;
  const kernel = createTestKernel({ programs: { node }, files: { '/home/project/main.js': source } });
  const { stdout, stderr } = await kernel.run(['node', 'main.js']);
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

function onNative(program: string, input: unknown = null): string[] {
  const run = new Function('crypto', 'input', `${PRINT}${program};return lines;`) as (crypto: object, input: unknown) => string[];
  return run(nativeCrypto, input);
}

test('every cipher gives what native Node gives, whole and in pieces, and takes it back', async () => {
  const names = await onEngine(`print('', () => crypto.getCiphers())`);
  const ciphers: string[] = JSON.parse(names[0]?.slice(2) ?? '[]');
  expect(ciphers.length).toBe(59);
  const program = `
for (const name of input) {
  const info = crypto.getCipherInfo(name);
  print('info ' + name, () => info);
  const isAuthenticated = ['gcm', 'ccm'].includes(info.mode) || name === 'chacha20-poly1305';
  for (const length of info.mode === 'wrap' ? [16, 40] : [0, 1, 16, 65, 200]) {
    print(name + ' ' + length, () => {
      const options = isAuthenticated ? { authTagLength: 16 } : undefined;
      const [key, iv, data] = [fill(info.keyLength, 3), fill(info.ivLength ?? 0, 9), fill(length, 5)];
      const cipher = crypto.createCipheriv(name, key, iv, options);
      if (isAuthenticated) cipher.setAAD(fill(20, 1), { plaintextLength: length });
      const step = ['wrap', 'ccm'].includes(info.mode) ? length : 7;
      const parts = [];
      for (let at = 0; at < length; at += step) parts.push(cipher.update(data.subarray(at, at + step)));
      if (length === 0 && info.mode === 'ccm') parts.push(cipher.update(data));
      const text = Buffer.concat([...parts, cipher.final()]);
      const tag = isAuthenticated ? cipher.getAuthTag() : Buffer.alloc(0);
      const decipher = crypto.createDecipheriv(name, key, iv, options);
      if (isAuthenticated) decipher.setAuthTag(tag).setAAD(fill(20, 1), { plaintextLength: length });
      const back = Buffer.concat([decipher.update(text), decipher.final()]);
      return back.equals(data) ? Buffer.concat([text, tag]) : 'it does not come back';
    });
  }
}`;
  expect(await onEngine(program, ciphers)).toEqual(onNative(program, ciphers));
});

test('every hash, and what is made of it, is as on native Node', async () => {
  const program = `
for (const name of crypto.getHashes().filter((name) => !/sm3|md5-sha1/i.test(name))) {
  print('hash ' + name, () => crypto.createHash(name).update('abc').update(fill(300, 7)).digest('hex'));
  if (/shake/.test(name)) continue;
  print('hmac ' + name, () => crypto.createHmac(name, 'key').update(fill(300, 7)).digest('hex'));
  print('hkdf ' + name, () => crypto.hkdfSync(name, 'key', 'salt', 'info', 33));
  print('pbkdf2 ' + name, () => crypto.pbkdf2Sync('key', 'salt', 3, 33, name));
}
print('xof', () => crypto.createHash('shake128', { outputLength: 300 }).update('x').copy({ outputLength: 7 }).digest('hex'));
print('scrypt', () => crypto.scryptSync('a', 'b', 40, { N: 64, r: 4, p: 2 }));`;
  expect(await onEngine(program)).toEqual(onNative(program));
});

test('what nobody brought here has needed is refused in words, and listed nowhere', async () => {
  const program = `
for (const name of ['aes-128-ocb', 'aes-256-XTS', 'aes-192-cfb1', 'des-ede3-cfb1', 'des3-wrap', 'aria-128-cbc'])
  print(name, () => [crypto.getCiphers().includes(name), crypto.getCipherInfo(name), crypto.createCipheriv(name, Buffer.alloc(16), null)]);
print('hash', () => crypto.createHash('md5-sha1'));
print('listed', () => crypto.getHashes().includes('md5-sha1'));
for (const make of [() => crypto.Certificate(), () => new crypto.Certificate(), () => crypto.Certificate.verifySpkac('')]) print('spkac', make);`;
  const absent = (name: string) =>
    `${name}: Error ERR_FEATURE_UNAVAILABLE_ON_PLATFORM the cipher ${name} is not available in the in-browser engine: it has AES, triple DES and ChaCha20; use aes-256-gcm`;
  const names = ['aes-128-ocb', 'aes-256-XTS', 'aes-192-cfb1', 'des-ede3-cfb1', 'des3-wrap', 'aria-128-cbc'];
  const spkac =
    'spkac: Error ERR_FEATURE_UNAVAILABLE_ON_PLATFORM crypto.Certificate is not available in the in-browser engine: browsers stopped sending what it reads (SPKAC); use X509Certificate';
  expect(await onEngine(program)).toEqual([
    ...names.map(absent),
    'hash: Error undefined Digest method not supported',
    'listed: false',
    spkac,
    spkac,
    spkac,
  ]);
});

test('wrong arguments are refused with the codes and in the words of native Node', async () => {
  const program = `
const { createCipheriv, createDecipheriv } = crypto;
const key = Buffer.alloc(16);
print(1, () => crypto.createHash());
print(2, () => crypto.createHash('sha256', { outputLength: 28 }));
print(3, () => crypto.createHash('sha1').update('0', 'hex'));
print(4, () => crypto.createHash('sha1').update(new ArrayBuffer(1)));
print(5, () => crypto.createHmac('sha1', null));
print(6, () => crypto.createHmac('no', 'key'));
print(7, () => createCipheriv(null));
print(8, () => createCipheriv('aes-127', key, null));
print(9, () => createCipheriv('aes-128-cbc', key, null));
print(10, () => createCipheriv('aes-128-ecb', Buffer.alloc(17), null));
print(11, () => createCipheriv('aes-128-gcm', key, Buffer.alloc(0)));
print(12, () => createCipheriv('aes-128-gcm', key, Buffer.alloc(12), { authTagLength: 5 }));
print(13, () => createCipheriv('aes-128-ccm', key, Buffer.alloc(12)));
print(14, () => createCipheriv('aes-128-ccm', key, Buffer.alloc(12), { authTagLength: -1 }));
print(15, () => createCipheriv('aes-128-ccm', key, Buffer.alloc(12), { authTagLength: 8 }).setAAD(Buffer.alloc(1)));
print(16, () => createDecipheriv('aes-128-gcm', key, Buffer.alloc(12)).final());
print(17, () => createDecipheriv('aes-128-gcm', key, Buffer.alloc(12)).setAuthTag(Buffer.alloc(3)));
print(18, () => createCipheriv('aes-128-cbc', key, Buffer.alloc(16)).getAuthTag());
print(19, () => createDecipheriv('aes-128-cbc', key, Buffer.alloc(16)).final());
print(20, () => { const decipher = createDecipheriv('aes-128-cbc', key, Buffer.alloc(16)); decipher.update(key); decipher.final(); });
print(21, () => crypto.pbkdf2Sync('a', 'b', 0, 1, 'sha1'));
print(22, () => crypto.pbkdf2Sync('a', 'b', 1, 1, 'no'));
print(23, () => crypto.hkdfSync('sha1', 1, '', '', 1));
print(24, () => crypto.hkdfSync('sha1', 'k', '', '', 20 * 255 + 1));
print(25, () => crypto.scryptSync('a', 'b', 1, { N: 3 }));
print(27, () => crypto.randomBytes(-1));
print(28, () => crypto.randomInt(5, 2));
print(29, () => crypto.randomInt('a'));
print(30, () => crypto.randomFillSync(Buffer.alloc(10), 1, 10));
print(31, () => crypto.timingSafeEqual(key, Buffer.alloc(1)));
print(32, () => crypto.generateKeySync('aes', { length: 1 }));
print(33, () => crypto.getCipherInfo('aes-128-cbc', { keyLength: '' }));
print(34, () => crypto.createSecretKey('aa', 'hex').export({ format: 'x' }));
print(35, () => new crypto.KeyObject('secret', ''));
print(36, () => crypto.createPrivateKey(''));
print(37, () => crypto.createPrivateKey({}));
print(38, () => crypto.createPublicKey({ key: '', format: 'x' }));
print(39, () => crypto.createPublicKey(crypto.createSecretKey(key)));
print(40, () => crypto.createECDH('no'));
print(41, () => crypto.ECDH.convertKey('f'.repeat(128), 'secp521r1', 'hex', 'hex', 'compressed'));
print(42, () => crypto.createDiffieHellman('abcdef', 1));
print(43, () => crypto.createDiffieHellman(13.37));
print(44, () => crypto.getDiffieHellman('modp0'));
print(45, () => crypto.diffieHellman([]));
print(46, () => crypto.generatePrimeSync(64, { add: 7n, rem: 8n }));
print(47, () => crypto.checkPrimeSync(-1n));
print(48, () => crypto.generateKeyPairSync('rsa2', {}));
print(49, () => crypto.generateKeyPairSync('rsa', { modulusLength: 512, publicKeyEncoding: { type: 'pkcs8', format: 'pem' } }));
print(50, () => crypto.generateKeyPairSync('dh', {}));
print(51, () => crypto.createSign('sha1').sign());
print(52, () => crypto.sign('no', key, 'x'));`;
  expect(await onEngine(program)).toEqual(onNative(program));
});

const KEYS = `
const made = {
  rsa: { modulusLength: 1024 }, 'rsa-pss': { modulusLength: 1024, hashAlgorithm: 'sha256', saltLength: 16 }, ec: { namedCurve: 'P-256' },
  ed25519: {}, ed448: {}, x25519: {}, x448: {}, dsa: { modulusLength: 1024, divisorLength: 160 }, dh: { group: 'modp5' },
};
for (const [type, options] of Object.entries(made)) {
  const { privateKey, publicKey } = crypto.generateKeyPairSync(type, options);
  const signature = /^(?:rsa|ec|dsa)/.test(type) ? crypto.sign('sha256', Buffer.from('x'), privateKey)
    : type.startsWith('ed') ? crypto.sign(null, Buffer.from('x'), privateKey) : null;
  lines.push({
    type,
    details: JSON.stringify(publicKey.asymmetricKeyDetails, (_key, item) => typeof item === 'bigint' ? String(item) : item),
    signature: signature?.toString('hex'),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    encrypted: privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' }),
    older: type === 'rsa' || type === 'ec'
      ? privateKey.export({ type: type === 'rsa' ? 'pkcs1' : 'sec1', format: 'pem', cipher: 'des-ede3-cbc', passphrase: 'secret' }) : undefined,
    jwk: /^(?:rsa-pss|dsa|dh)$/.test(type) ? undefined : privateKey.export({ format: 'jwk' }),
  });
}`;

const CHECK_KEYS = `
for (const { type, details, signature, publicPem, privatePem, encrypted, older, jwk } of input) {
  const publicKey = crypto.createPublicKey(publicPem);
  const privateKey = crypto.createPrivateKey(privatePem);
  print(type, () => [
    publicKey.asymmetricKeyType,
    JSON.stringify(publicKey.asymmetricKeyDetails, (_key, item) => typeof item === 'bigint' ? String(item) : item) === details,
    signature === undefined || crypto.verify(type.startsWith('ed') ? null : 'sha256', Buffer.from('x'), publicKey, Buffer.from(signature, 'hex')),
    crypto.createPublicKey(privatePem).equals(publicKey),
    privateKey.export({ type: 'pkcs8', format: 'pem' }) === privatePem,
    publicKey.export({ type: 'spki', format: 'pem' }) === publicPem,
    crypto.createPrivateKey({ key: encrypted, passphrase: 'secret' }).equals(privateKey),
    older === undefined || crypto.createPrivateKey({ key: older, passphrase: 'secret' }).equals(privateKey),
    jwk === undefined || crypto.createPrivateKey({ key: jwk, format: 'jwk' }).equals(privateKey),
  ]);
}`;

const CHECKED = ['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448', 'x25519', 'x448', 'dsa', 'dh'].map(
  (type) => `${type}: ["${type}",true,true,true,true,true,true,true,true]`,
);

test('native Node reads the keys of the engine and verifies what they sign', async () => {
  expect(onNative(CHECK_KEYS, await onEngine(KEYS))).toEqual(CHECKED);
});

test('the engine reads the keys of native Node and verifies what they sign', async () => {
  expect(await onEngine(CHECK_KEYS, onNative(KEYS))).toEqual(CHECKED);
});

const CERTIFICATE = `
for (const pem of input) {
  const certificate = new crypto.X509Certificate(pem);
  for (const name of ['subject', 'issuer', 'subjectAltName', 'infoAccess', 'validFrom', 'validTo', 'fingerprint256', 'keyUsage', 'serialNumber', 'ca'])
    print(name, () => certificate[name] ?? null);
  const legacy = certificate.toLegacyObject();
  print('legacy', () => Object.keys(legacy).sort().map((name) => [name, legacy[name]]));
  print('checks', () => [
    certificate.checkHost('localhost') ?? null, certificate.checkHost('a.example.com') ?? null, certificate.checkHost('a.b.example.com') ?? null,
    certificate.checkIP('127.0.0.1') ?? null, certificate.checkIP('::1') ?? null, certificate.checkEmail('a@example.com') ?? null,
    certificate.checkIssued(certificate), certificate.verify(certificate.publicKey), certificate.toString() === pem,
  ]);
}`;

/** Created by openssl: an elliptic curve key, signed with SHA-384, with names of every kind and escaped characters. */
const SAMPLE = `-----BEGIN CERTIFICATE-----
MIIDJjCCAqugAwIBAgIUCPfgjNAZPL7xu9R97ozbpxel6ZkwCgYIKoZIzj0EAwMw
WzELMAkGA1UEBhMCREUxFjAUBgNVBAoMDUErQiwgInF1b3RlZCIxFjAUBgNVBAMM
DSouZXhhbXBsZS5jb20xHDAaBgkqhkiG9w0BCQEWDWFAZXhhbXBsZS5jb20wIBcN
MjYxMTIzMDQ0NTUxWhgPMjEyNjEwMzAwNDQ1NTFaMFsxCzAJBgNVBAYTAkRFMRYw
FAYDVQQKDA1BK0IsICJxdW90ZWQiMRYwFAYDVQQDDA0qLmV4YW1wbGUuY29tMRww
GgYJKoZIhvcNAQkBFg1hQGV4YW1wbGUuY29tMHYwEAYHKoZIzj0CAQYFK4EEACID
YgAEYZ5TpaRnw5x+mXilLNajP0dN3eP2XlIIprZOgU+AdPXjSs5M/r/0xGMf8VCZ
tkNuNK13mo9Osrhrle8OThH/Nbziqhypbh+eFHDATbeFRxGhmIY2jqdOCIDPk1z+
XbG+o4IBLDCCASgwHQYDVR0OBBYEFG9aq6+QeNEVSiUDIQ6VtAv+YlBMMB8GA1Ud
IwQYMBaAFG9aq6+QeNEVSiUDIQ6VtAv+YlBMMA8GA1UdEwEB/wQFMAMBAf8wVgYD
VR0RBE8wTYIJbG9jYWxob3N0gg0qLmV4YW1wbGUuY29thwR/AAABhxAAAAAAAAAA
AAAAAAAAAAABgQ1hQGV4YW1wbGUuY29thgpodHRwOi8vYS9iMB0GA1UdJQQWMBQG
CCsGAQUFBwMBBggrBgEFBQcDAjBeBggrBgEFBQcBAQRSMFAwJAYIKwYBBQUHMAGG
GGh0dHA6Ly9vY3NwLmV4YW1wbGUuY29tLzAoBggrBgEFBQcwAoYcaHR0cDovL2Nh
LmV4YW1wbGUuY29tL2NhLmNlcjAKBggqhkjOPQQDAwNpADBmAjEA000rvV/wD+DH
sG5ydTUTlD6j3vuUe5MlARlU9LfG//Ml90g2L5WvSU3rMbPtJQNsAjEAoPxxupsi
aP9Hkaqz025ygPIZrR3Vyzbaadm9Yj4PcW2jOWe8SluC/RZ0iohrzjcj
-----END CERTIFICATE-----
`;

test('certificates are read as native Node reads them', async () => {
  expect(await onEngine(CERTIFICATE, [SAMPLE])).toEqual(onNative(CERTIFICATE, [SAMPLE]));
});

test('the classes of parts that are loaded later are those of the objects, with new and without', async () => {
  const program = `
print('new', () => new crypto.Sign('sha256') instanceof crypto.Sign);
print('called', () => crypto.ECDH('prime256v1') instanceof crypto.ECDH);
print('made', () => crypto.createVerify('sha256') instanceof crypto.Verify);
print('subclass', () => new (class extends crypto.Cipheriv {})('aes-128-ecb', Buffer.alloc(16), null).update('0123456789abcdef', 'utf8', 'hex'));
print('group', () => crypto.getDiffieHellman('modp5').constructor === crypto.DiffieHellmanGroup);`;
  expect(await onEngine(program)).toEqual(onNative(program));
});

test('a KeyObject becomes a key of Web Crypto at once, and is found again', async () => {
  const program = `
const secret = crypto.createSecretKey(Buffer.alloc(32, 1));
const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const shownKey = (key) => [key instanceof CryptoKey, key.type, key.extractable, key.algorithm, key.usages];
print('secret', () => shownKey(secret.toCryptoKey('AES-GCM', true, ['encrypt'])));
print('hmac', () => shownKey(secret.toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])));
print('public', () => shownKey(publicKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify'])));
print('back', () => crypto.KeyObject.from(privateKey.toCryptoKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])).equals(privateKey));
print('other curve', () => publicKey.toCryptoKey({ name: 'ECDH', namedCurve: 'P-384' }, true, []));
print('no usages', () => privateKey.toCryptoKey({ name: 'ECDH', namedCurve: 'P-256' }, true, []));
print('pbkdf2', () => secret.toCryptoKey('PBKDF2', true, ['deriveBits']));`;
  expect(await onEngine(program)).toEqual([
    'secret: [true,"secret",true,{"name":"AES-GCM","length":256},["encrypt"]]',
    'hmac: [true,"secret",false,{"name":"HMAC","hash":{"name":"SHA-256"},"length":256},["sign"]]',
    'public: [true,"public",true,{"name":"ECDSA","namedCurve":"P-256"},["verify"]]',
    'back: true',
    'other curve: DataError 0 Named curve mismatch',
    'no usages: SyntaxError 12 Usages cannot be empty when importing a private key.',
    'pbkdf2: SyntaxError 12 PBKDF2 keys are not extractable',
  ]);
});
