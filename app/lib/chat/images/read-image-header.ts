import { t } from '../../i18n/t.ts';
import type { ImageMediaType } from '../../protocol/attachments/image-schema.ts';

/** `why` completes a sentence about the file. */
export type ImageHeader = { ok: true; mediaType: ImageMediaType; width: number; height: number } | { ok: false; why: string };

const broken = (): ImageHeader => ({ ok: false, why: t('it is broken: its size cannot be read') });

/**
 * Type and size of an image from its first bytes: its name and media type cannot be trusted, and it must not be decoded before
 * its memory need is known.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader {
  if (bytes.length === 0) return { ok: false, why: t('it is empty') };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === null) return refusalOf(bytes);
  try {
    const size = SIZES[mediaType](view);
    return size === null || size.width === 0 || size.height === 0 ? broken() : { ok: true, mediaType, ...size };
  } catch (error) {
    // The file ends before its size is given.
    if (error instanceof RangeError) return broken();
    throw error;
  }
}

interface Size {
  width: number;
  height: number;
}

const SIZES: Readonly<Record<ImageMediaType, (view: DataView) => Size | null>> = {
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

function mediaTypeOf(bytes: Uint8Array): ImageMediaType | null {
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return 'image/gif';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'image/webp';
  return textAt(bytes, 0, 3) === '\xff\xd8\xff' ? 'image/jpeg' : null;
}

/** Common formats that models do not accept, each with advice. */
function refusalOf(bytes: Uint8Array): ImageHeader {
  const start = textAt(bytes, 0, 400);
  if (/^ftyp(?:hei|hev|mif1|msf1)/.test(start.slice(4))) {
    return { ok: false, why: t('it is HEIC, which browsers and models do not read. Save it as JPEG first') };
  }
  if (/^ftypavi/.test(start.slice(4))) return { ok: false, why: t('it is AVIF, which models do not take. Save it as PNG or JPEG first') };
  if (/<svg[\s>]/i.test(start) || /^\s*<\?xml/.test(start)) {
    return { ok: false, why: t('it is SVG, which is text: paste its text, or put it into the project and name it with @') };
  }
  return { ok: false, why: t('it is no PNG, JPEG, WebP or GIF') };
}

/** Reads the segments of a JPEG up to the one that starts a frame. */
function jpegSize(view: DataView): Size | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // Fill bytes may come before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView): Size | null {
  const kind = String.fromCharCode(view.getUint8(12), view.getUint8(13), view.getUint8(14), view.getUint8(15));
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8X') return null;
  const threeBytes = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
}
