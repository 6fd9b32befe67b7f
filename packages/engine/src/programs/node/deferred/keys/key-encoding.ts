import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { inputBytes, optionOf, viewedBytes } from '../crypto/byte-arguments.ts';

type Format = 'pem' | 'der' | 'jwk';
export type KeyStructure = 'pkcs1' | 'spki' | 'pkcs8' | 'sec1';

export interface KeyEncoding {
  format: Format;
  /** Undefined if the structure is detected, or if the format has none. */
  type: KeyStructure | undefined;
  cipher: string | undefined;
  passphrase: Uint8Array | undefined;
}

interface Rules {
  /** Node's name of the key type, or undefined if a key is read. */
  keyType?: string;
  /** True for a public key, false for a private one; undefined allows both. */
  isPublic?: boolean | undefined;
  /** The name of the options object in messages. */
  path?: string;
}

const isTextOrBytes = (value: unknown): boolean => typeof value === 'string' || viewedBytes(value) !== null;

function incompatible(type: unknown, why: string): Error {
  return nodeError(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', `The selected key encoding ${String(type)} ${why}.`);
}

function readFormat(given: unknown, isInput: boolean, name: string): Format {
  if (given === undefined && isInput) return 'pem';
  if (given === 'pem' || given === 'der' || given === 'jwk') return given;
  throw invalidArgumentValue(name, given);
}

function readType(given: unknown, isRequired: boolean, { keyType, isPublic }: Rules, name: string): KeyStructure | undefined {
  if (given === undefined && !isRequired) return undefined;
  if (given === 'pkcs1') {
    if (keyType !== undefined && keyType !== 'rsa') throw incompatible(given, 'can only be used for RSA keys');
    return given;
  }
  if (given === 'spki' && isPublic !== false) return given;
  if (given === 'pkcs8' && isPublic !== true) return given;
  if (given === 'sec1' && isPublic !== true) {
    if (keyType !== undefined && keyType !== 'ec') throw incompatible(given, 'can only be used for EC keys');
    return given;
  }
  throw invalidArgumentValue(name, given);
}

function checkCipher(options: object, cipher: unknown, format: Format, type: unknown, path: string): void {
  if (cipher === undefined || cipher === null) {
    if (optionOf(options, 'passphrase') !== undefined) throw invalidArgumentValue(`${path}.cipher`, cipher);
    return;
  }
  if (typeof cipher !== 'string') throw invalidArgumentValue(`${path}.cipher`, cipher);
  if (format === 'der' && (type === 'pkcs1' || type === 'sec1')) throw incompatible(type, 'does not support encryption');
}

/** Reads how a key is or will be encoded: `format`, `type`, and the options of encryption. */
export function readKeyEncoding(options: unknown, rules: Rules = {}): KeyEncoding {
  const { keyType, isPublic, path = 'options' } = rules;
  if (typeof options !== 'object' || options === null) throw invalidArgumentType('options', 'of type object', options);
  const isInput = keyType === undefined;
  const format = readFormat(optionOf(options, 'format'), isInput, `${path}.format`);
  const type = readType(optionOf(options, 'type'), (!isInput || format === 'der') && format !== 'jwk', rules, `${path}.type`);
  if (isPublic === true) return { format, type, cipher: undefined, passphrase: undefined };
  const [cipher, passphrase] = [optionOf(options, 'cipher'), optionOf(options, 'passphrase')];
  if (!isInput && format === 'jwk' && passphrase !== undefined) throw incompatible('jwk', 'does not support encryption');
  if (!isInput) checkCipher(options, cipher, format, type, path);
  const isNeeded = isInput ? passphrase !== undefined && passphrase !== null : cipher !== undefined && cipher !== null;
  if (isNeeded && !isTextOrBytes(passphrase)) throw invalidArgumentValue(`${path}.passphrase`, passphrase);
  return {
    format,
    type,
    // Checked above if a key is written.
    cipher: typeof cipher === 'string' ? cipher : undefined,
    passphrase: isNeeded ? inputBytes(passphrase, optionOf(options, 'encoding'), 'key.passphrase') : undefined,
  };
}
