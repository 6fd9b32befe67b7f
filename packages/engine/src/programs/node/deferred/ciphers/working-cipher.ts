import { nodeError } from '../../errors/node-error.ts';

/** The state of a cipher in one direction. */
export interface WorkingCipher {
  update(data: Uint8Array): Uint8Array;
  final(): Uint8Array;
  /** Set by modes with padding. */
  hasPadding?: boolean;
  /** Adds data that is authenticated but not encrypted. CCM must know the length of the text in advance. */
  setAad?(data: Uint8Array, textLength: number | null): void;
  /** Returns the tag over the processed data. */
  tag?(): Uint8Array;
  /** Sets the expected tag, which CCM checks before it returns any output. */
  expectTag?(tag: Uint8Array): void;
}

export const nothing = (): Uint8Array => new Uint8Array(0);

const providerError = (number: string, reason: string): Error =>
  Object.assign(new Error(`error:${number}:Provider routines::${reason}`), {
    library: 'Provider routines',
    reason,
    code: `ERR_OSSL_${reason.toUpperCase().replaceAll(' ', '_')}`,
  });

export const badDecrypt = (): Error => providerError('1C800064', 'bad decrypt');
export const wrongFinalLength = (): Error => providerError('1C80006B', 'wrong final block length');
export const tagNotSet = (): Error => providerError('1C800077', 'tag not set');
/** The error Node throws if OpenSSL accepts no more data, or not this data. */
export const unsupportedData = (): Error => new Error('Trying to add data in unsupported state');
export const invalidMessageLength = (): Error => nodeError(RangeError, 'ERR_CRYPTO_INVALID_MESSAGELEN', 'Invalid message length');
