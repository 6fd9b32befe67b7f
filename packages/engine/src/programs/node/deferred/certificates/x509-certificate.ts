import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, invalidArgumentValue } from '../../errors/node-error.ts';
import { validateObject, validateString } from '../../errors/validate.ts';
import { optionOf } from '../crypto/byte-arguments.ts';
import { findHash, hashNamed } from '../crypto/hashes.ts';
import { KeyObject, type PublicKeyObject } from '../crypto/key-object.ts';
import { encodePublicKey } from '../keys/encode-keys.ts';
import { publicPart } from '../keys/key-data.ts';
import { privateDataOf, publicDataOf, publicKeyObject } from '../keys/key-material.ts';
import { encodePem } from '../keys/pem.ts';
import { equalBytes } from '../keys/rsa-padding.ts';
import { verifyDigest } from '../keys/sign-digest.ts';
import { bitLength } from '../numbers/big-integers.ts';
import { nameAsObject, readName, showName } from './distinguished-name.ts';
import {
  type GeneralName,
  readAccessEntries,
  readAuthorityKey,
  readGeneralNames,
  readIdentifiers,
  readIsAuthority,
  readSubjectKey,
  showGeneralName,
} from './general-names.ts';
import { findHost } from './host-names.ts';
import { type ParsedCertificate, readCertificate } from './read-certificate.ts';
import { signatureDigest } from './signature-algorithms.ts';

const extensionNames = {
  subjectKey: '2.5.29.14',
  alternatives: '2.5.29.17',
  constraints: '2.5.29.19',
  authorityKey: '2.5.29.35',
  extendedUsage: '2.5.29.37',
  access: '1.3.6.1.5.5.7.1.1',
} as const;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function showDate(date: Date): string {
  const [, time] = /T(\d\d:\d\d:\d\d)/.exec(date.toISOString()) ?? [];
  return `${months[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)} ${time} ${date.getUTCFullYear()} GMT`;
}

const showFingerprint = (hash: string, raw: Uint8Array): string =>
  (Buffer.from(findHash(hash)(raw)).toString('hex').toUpperCase().match(/../g) ?? []).join(':');

/** Normalizes an IPv6 address so that two notations of one address are equal. */
function canonicalAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')];
  return all.map((group) => Number.parseInt(group, 16).toString(16).toUpperCase()).join(':');
}

/** The class `crypto.X509Certificate`. */
export class X509Certificate {
  readonly #parsed: ParsedCertificate;

  constructor(buffer: unknown) {
    if (typeof buffer !== 'string' && !ArrayBuffer.isView(buffer))
      throw invalidArgumentType('buffer', 'of type string or an instance of Buffer, TypedArray, or DataView', buffer);
    const bytes = typeof buffer === 'string' ? Buffer.from(buffer) : new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    this.#parsed = readCertificate(bytes);
  }

  #extension<Value>(name: keyof typeof extensionNames, read: (bytes: Uint8Array) => Value): Value | undefined {
    const bytes = this.#parsed.extensions.get(extensionNames[name]);
    return bytes === undefined ? undefined : read(bytes);
  }

  #alternatives(kind: GeneralName['kind']): string[] {
    const names = this.#extension('alternatives', readGeneralNames) ?? [];
    return names.flatMap((name) => (name.kind === kind ? [name.value] : []));
  }

  #subjectParts(name: string): string[] {
    return readName(this.#parsed.subject)
      .flat()
      .flatMap((part) => (part.name === name ? [part.value] : []));
  }

  get subject(): string | undefined {
    return showName(readName(this.#parsed.subject)) || undefined;
  }
  get subjectAltName(): string | undefined {
    return this.#extension('alternatives', readGeneralNames)?.map(showGeneralName).join(', ');
  }
  get issuer(): string | undefined {
    return showName(readName(this.#parsed.issuer)) || undefined;
  }
  /** Known only for connections. */
  get issuerCertificate(): undefined {
    return undefined;
  }
  get infoAccess(): string | undefined {
    const entries = this.#extension('access', readAccessEntries);
    return entries?.map(({ method, location }) => `${method} - ${showGeneralName(location)}`).join('\n');
  }
  get validFrom(): string {
    return showDate(this.#parsed.validFrom);
  }
  get validTo(): string {
    return showDate(this.#parsed.validTo);
  }
  get validFromDate(): Date {
    return new Date(this.#parsed.validFrom);
  }
  get validToDate(): Date {
    return new Date(this.#parsed.validTo);
  }
  get fingerprint(): string {
    return showFingerprint('sha1', this.#parsed.raw);
  }
  get fingerprint256(): string {
    return showFingerprint('sha256', this.#parsed.raw);
  }
  get fingerprint512(): string {
    return showFingerprint('sha512', this.#parsed.raw);
  }
  get keyUsage(): string[] | undefined {
    return this.#extension('extendedUsage', readIdentifiers);
  }
  get serialNumber(): string {
    return this.#parsed.serialNumber;
  }
  get raw(): Buffer {
    return Buffer.from(this.#parsed.raw);
  }
  get publicKey(): PublicKeyObject {
    return publicKeyObject(this.#parsed.publicKey);
  }
  get ca(): boolean {
    return this.#extension('constraints', readIsAuthority) ?? false;
  }

  toString(): string {
    return encodePem('CERTIFICATE', this.#parsed.raw);
  }
  toJSON(): string {
    return this.toString();
  }

  checkHost(name: unknown, options?: unknown): string | undefined {
    validateString(name, 'name');
    if (options !== undefined) validateObject(options, 'options');
    const subject = optionOf(options, 'subject') ?? 'default';
    if (subject !== 'default' && subject !== 'always' && subject !== 'never') throw invalidArgumentValue('subject', subject);
    const names = { alternatives: this.#alternatives('DNS'), common: this.#subjectParts('CN') };
    return findHost(name, names, { subject, hasWildcards: optionOf(options, 'wildcards') !== false });
  }

  checkEmail(email: unknown): string | undefined {
    validateString(email, 'email');
    const known = [...this.#alternatives('email'), ...this.#subjectParts('emailAddress')];
    return known.some((address) => address.toLowerCase() === email.toLowerCase()) ? email : undefined;
  }

  checkIP(ip: unknown): string | undefined {
    validateString(ip, 'ip');
    return this.#alternatives('IP Address').includes(canonicalAddress(ip)) ? ip : undefined;
  }

  checkIssued(other: unknown): boolean {
    if (!(other instanceof X509Certificate)) throw invalidArgumentType('otherCert', 'an instance of X509Certificate', other);
    const [wanted, key] = [this.#extension('authorityKey', readAuthorityKey), other.#extension('subjectKey', readSubjectKey)];
    if (wanted !== undefined && key !== undefined && !equalBytes(wanted, key)) return false;
    return equalBytes(this.#parsed.issuer, other.#parsed.subject);
  }

  checkPrivateKey(key: unknown): boolean {
    if (!(key instanceof KeyObject)) throw invalidArgumentType('pkey', 'an instance of KeyObject', key);
    const data = privateDataOf(key);
    if (data === null) throw invalidArgumentValue('pkey', key);
    return equalBytes(encodePublicKey(publicPart(data), 'spki'), encodePublicKey(this.#parsed.publicKey, 'spki'));
  }

  /** Returns whether that key signed the certificate. */
  verify(key: unknown): boolean {
    if (!(key instanceof KeyObject)) throw invalidArgumentType('pkey', 'an instance of KeyObject', key);
    const data = key.type === 'public' ? publicDataOf(key) : null;
    if (data === null) throw invalidArgumentValue('pkey', key);
    const { signed, signature, signatureAlgorithm } = this.#parsed;
    if (data.kind === 'octets') return data.curve.verify?.(signature, signed, data.publicKey) ?? false;
    const hash = signatureDigest(signatureAlgorithm);
    const digest = hash === undefined ? undefined : hashNamed(hash)?.(signed);
    if (hash === undefined || digest === undefined) return false;
    return verifyDigest(data, hash, digest, { signature, options: { padding: undefined, saltLength: undefined, isPlain: false } });
  }

  #legacyKey(): object {
    const { publicKey, spki } = this.#parsed;
    if (publicKey.kind === 'rsa') {
      const { n, e } = publicKey.key;
      const modulus = n.toString(16).toUpperCase();
      return { modulus, bits: bitLength(n), exponent: `0x${e.toString(16)}`, pubkey: Buffer.from(spki) };
    }
    if (publicKey.kind !== 'ec') return {};
    const { curve, publicKey: point } = publicKey;
    const nistCurve = curve.jwkName?.startsWith('P-') ? { nistCurve: curve.jwkName } : {};
    return { bits: bitLength(curve.order), pubkey: Buffer.from(point), asn1Curve: curve.name, ...nistCurve };
  }

  /** Returns the object by which `tls` describes a peer's certificate. */
  toLegacyObject(): object {
    const { subject, issuer, raw, serialNumber } = this.#parsed;
    const access: Record<string, string[]> = Object.create(null);
    for (const { method, location } of this.#extension('access', readAccessEntries) ?? []) {
      const name = `${method} - ${location.kind}`;
      access[name] = [...(access[name] ?? []), location.value];
    }
    const optional = { subjectaltname: this.subjectAltName, infoAccess: Object.keys(access).length > 0 ? access : undefined };
    return {
      subject: nameAsObject(readName(subject)),
      issuer: nameAsObject(readName(issuer)),
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
      ca: this.ca,
      ...this.#legacyKey(),
      valid_from: this.validFrom,
      valid_to: this.validTo,
      fingerprint: this.fingerprint,
      fingerprint256: this.fingerprint256,
      fingerprint512: this.fingerprint512,
      ...(this.keyUsage === undefined ? {} : { ext_key_usage: this.keyUsage }),
      serialNumber,
      raw: Buffer.from(raw),
    };
  }
}
