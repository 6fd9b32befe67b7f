/** Image types that browsers render, by extension. SVG is text, with an image next to it. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  apng: 'image/apng',
};

/** Returns null if the name is not an image's. */
export function imageTypeOf(path: string): string | null {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? null) : null;
}
