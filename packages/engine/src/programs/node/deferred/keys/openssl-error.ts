/** An error as OpenSSL words it and Node passes it on. */
export function opensslError(number: string, library: string, reason: string): Error {
  const code = `ERR_OSSL_${library === 'rsa routines' ? 'RSA_' : ''}${reason.toUpperCase().replaceAll(/[ -]/g, '_')}`;
  return Object.assign(new Error(`error:${number}:${library}::${reason}`), { library, reason, code });
}

export const unsupportedEncoding = (): Error => opensslError('1E08010C', 'DECODER routines', 'unsupported');
