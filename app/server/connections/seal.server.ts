/** Characters: 32 random bytes are 44 in base64 and 64 in hexadecimal. */
const SHORTEST_SECRET = 32;
const IV_BYTES = 12;
/** A later sealed format gets another prefix. */
const VERSION = '1';

/**
 * Encrypts values that the browser keeps for us. `context` is their purpose: a value that was sealed for one purpose cannot be opened for
 * another.
 */
export interface Seal {
  seal(context: string, text: string): Promise<string>;
  /** Returns null if the value was altered, truncated, sealed with another secret, or sealed for another purpose. */
  open(context: string, sealed: string): Promise<string | null>;
}

/** Returns null if there is no secret, or one that is too short. */
export function createSeal(secret: string | undefined): Seal | null {
  if (secret === undefined || secret.length < SHORTEST_SECRET) return null;
  // The key is derived when it is first needed: most requests have nothing to open.
  let key: Promise<CryptoKey> | null = null;
  const derived = () => {
    key ??= deriveKey(secret);
    return key;
  };
  return {
    async seal(context, text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(parameters(iv, context), await derived(), new TextEncoder().encode(text));
      return `${VERSION}.${toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))}`;
    },
    async open(context, sealed) {
      const bytes = sealed.startsWith(`${VERSION}.`) ? fromBase64Url(sealed.slice(VERSION.length + 1)) : null;
      if (bytes === null || bytes.length <= IV_BYTES) return null;
      try {
        const opened = await crypto.subtle.decrypt(
          parameters(bytes.subarray(0, IV_BYTES), context),
          await derived(),
          bytes.subarray(IV_BYTES),
        );
        return new TextDecoder('utf-8', { fatal: true }).decode(opened);
      } catch {
        return null;
      }
    },
  };
}

function parameters(iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`devonz/${VERSION}/${context}`) };
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: new TextEncoder().encode('devonz seal 1') };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
