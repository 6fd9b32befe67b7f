/** The identifiers of RFC 8017 and RFC 5480. */
export const RSA_IDENTIFIER = '1.2.840.113549.1.1.1';
export const RSA_MASK_IDENTIFIER = '1.2.840.113549.1.1.8';
export const RSA_PSS_IDENTIFIER = '1.2.840.113549.1.1.10';
export const EC_IDENTIFIER = '1.2.840.10045.2.1';
export const DSA_IDENTIFIER = '1.2.840.10040.4.1';
export const DIFFIE_HELLMAN_IDENTIFIER = '1.2.840.113549.1.3.1';
export const PRIME_FIELD_IDENTIFIER = '1.2.840.10045.1.1';
