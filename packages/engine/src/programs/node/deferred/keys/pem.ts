import { Buffer } from '../../base/buffer-class.ts';
import { unsupportedEncoding } from './openssl-error.ts';

export interface PemBlock {
  /** For example `RSA PRIVATE KEY`. */
  label: string;
  /** Headers such as `DEK-Info`. */
  headers: ReadonlyMap<string, string>;
  bytes: Uint8Array;
}

export function encodePem(label: string, bytes: Uint8Array, headers: readonly string[] = []): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  const head = headers.length === 0 ? [] : [...headers, ''];
  return `${[`-----BEGIN ${label}-----`, ...head, ...lines, `-----END ${label}-----`].join('\n')}\n`;
}

/** Decodes the first block whose label is accepted by `accepts`. */
export function decodePem(text: string, accepts: (label: string) => boolean): PemBlock {
  for (const match of text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g)) {
    const [, label = '', content = ''] = match;
    if (!accepts(label)) continue;
    const headers = new Map<string, string>();
    const lines = content.split(/\r?\n/).map((line) => line.trim());
    const body = lines.filter((line) => {
      const header = /^([\w-]+): *(.*)$/.exec(line);
      if (header === null) return true;
      headers.set(header[1] ?? '', header[2] ?? '');
      return false;
    });
    return { label, headers, bytes: Buffer.from(body.join(''), 'base64') };
  }
  throw unsupportedEncoding();
}
