// Kept apart from the schema, so that the first screen needs no zod.

/** Of one image as it is sent: larger ones are made smaller. Every provider takes so much. Bytes. */
export const LARGEST_IMAGE = 1_500_000;
/** Of the images of one message together: as base64 they leave room for the conversation in a request. Bytes. */
export const LARGEST_IMAGES = 4_500_000;
/** Longest side of what is sent: models make anything larger smaller themselves. Pixels. */
export const LONGEST_SIDE = 1_568;
/** Of an image that is decoded at all: 50 megapixels are 200 MB. */
export const MOST_PIXELS = 50_000_000;
/** Characters. */
export const LONGEST_IMAGE_NAME = 200;

/** `Image "chart.png", 640 × 480`. */
export function imageTitle({ name, width, height }: { name: string; width: number; height: number }): string {
  return `Image ${name}, ${width} × ${height}`;
}
