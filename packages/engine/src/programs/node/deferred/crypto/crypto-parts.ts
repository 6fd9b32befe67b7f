/** The parts of the module that are loaded on first use. */
export interface CryptoParts {
  symmetric(): typeof import('../symmetric-crypto.ts');
  asymmetric(): typeof import('../asymmetric-crypto.ts').asymmetricCrypto;
}
