import { nodeError } from '../../errors/node-error.ts';

/** A cipher under way, in one direction. */
export interface WorkingCipher {
  update(data: Uint8Array): Uint8Array;
  final(): Uint8Array;
  /** Of those that pad. */
  hasPadding?: boolean;
  /** Data that is authenticated and not encrypted; CCM must know beforehand how long the text is. */
  setAad?(data: Uint8Array, textLength: number | null): void;
  /** The tag over what has been processed. */
  tag?(): Uint8Array;
  /** CCM: the tag to come, which it checks before it gives anything. */
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
/** What Node says when OpenSSL takes no more, or not this. */
export const unsupportedData = (): Error => new Error('Trying to add data in unsupported state');
export const invalidMessageLength = (): Error => nodeError(RangeError, 'ERR_CRYPTO_INVALID_MESSAGELEN', 'Invalid message length');
