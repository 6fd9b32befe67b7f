// Kept apart from the schema, so that the first screen needs no zod.

/** The largest image that is sent; larger ones are scaled down. Every provider accepts this size. In bytes. */
export const LARGEST_IMAGE = 1_500_000;
/** The largest total of all images in one message: encoded as base64, they still leave room for the conversation in a request. In bytes. */
export const LARGEST_IMAGES = 4_500_000;
/** Longest side of an image that is sent: models scale down anything larger. In pixels. */
export const LONGEST_SIDE = 1_568;
/** The largest image that is decoded at all: 50 megapixels take 200 MB. */
export const MOST_PIXELS = 50_000_000;
/** Characters. */
export const LONGEST_IMAGE_NAME = 200;

/** For example `Image "chart.png", 640 × 480`. */
export function imageTitle({ name, width, height }: { name: string; width: number; height: number }): string {
  return `Image ${name}, ${width} × ${height}`;
}
