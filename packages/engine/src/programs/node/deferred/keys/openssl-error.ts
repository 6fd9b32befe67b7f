/** The prefix of the reason in the code, by library. */
const prefixes = new Map([
  ['rsa routines', 'RSA_'],
  ['Diffie-Hellman routines', 'DH_'],
  ['common libcrypto routines', 'CRYPTO_'],
  ['digital envelope routines', 'EVP_'],
  ['bignum routines', 'BN_'],
  ['elliptic curve routines', 'EC_'],
]);

/** Creates an error with OpenSSL's message, as Node reports it. */
export function opensslError(number: string, library: string, reason: string): Error {
  const code = `ERR_OSSL_${prefixes.get(library) ?? ''}${reason.toUpperCase().replaceAll(/[ -]/g, '_')}`;
  return Object.assign(new Error(`error:${number}:${library}::${reason}`), { library, reason, code });
}

export const unsupportedEncoding = (): Error => opensslError('1E08010C', 'DECODER routines', 'unsupported');

export const unsupportedKeyType = (): Error =>
  opensslError('03000096', 'digital envelope routines', 'operation not supported for this keytype');

export const mismatchingParameters = (): Error => opensslError('1C8000CB', 'Provider routines', 'mismatching domain parameters');

/** Creates an error of Node's own native code; its text does not show the code. */
export const bindingError = (code: string, message: string): Error => Object.assign(new Error(message), { code });
