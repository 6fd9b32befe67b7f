/** The digests of signature algorithms, by object identifier. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.4', 'md5'],
  ['1.2.840.113549.1.1.5', 'sha1'],
  ['1.2.840.113549.1.1.14', 'sha224'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.1', 'sha1'],
  ['1.2.840.10045.4.3.1', 'sha224'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['1.2.840.10040.4.3', 'sha1'],
  ['2.16.840.1.101.3.4.3.2', 'sha256'],
]);

export const signatureDigest = (identifier: string): string | undefined => algorithms.get(identifier);
