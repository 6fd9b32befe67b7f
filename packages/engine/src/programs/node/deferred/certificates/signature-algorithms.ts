/** Object identifiers of signatures: OpenSSL's name, and the digest that is signed. */
const algorithms: ReadonlyMap<string, readonly [name: string, digest: string]> = new Map([
  ['1.2.840.113549.1.1.4', ['md5WithRSAEncryption', 'md5']],
  ['1.2.840.113549.1.1.5', ['sha1WithRSAEncryption', 'sha1']],
  ['1.2.840.113549.1.1.14', ['sha224WithRSAEncryption', 'sha224']],
  ['1.2.840.113549.1.1.11', ['sha256WithRSAEncryption', 'sha256']],
  ['1.2.840.113549.1.1.12', ['sha384WithRSAEncryption', 'sha384']],
  ['1.2.840.113549.1.1.13', ['sha512WithRSAEncryption', 'sha512']],
  ['1.2.840.10045.4.1', ['ecdsa-with-SHA1', 'sha1']],
  ['1.2.840.10045.4.3.1', ['ecdsa-with-SHA224', 'sha224']],
  ['1.2.840.10045.4.3.2', ['ecdsa-with-SHA256', 'sha256']],
  ['1.2.840.10045.4.3.3', ['ecdsa-with-SHA384', 'sha384']],
  ['1.2.840.10045.4.3.4', ['ecdsa-with-SHA512', 'sha512']],
  ['1.2.840.10040.4.3', ['dsaWithSHA1', 'sha1']],
  ['2.16.840.1.101.3.4.3.2', ['dsa_with_SHA256', 'sha256']],
]);

export const signatureDigest = (identifier: string): string | undefined => algorithms.get(identifier)?.[1];
