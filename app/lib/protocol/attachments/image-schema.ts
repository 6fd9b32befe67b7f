import { z } from 'zod';
import { contentHashSchema } from '../ids.ts';
import { LARGEST_IMAGE, LONGEST_IMAGE_NAME } from './image-limits.ts';

/** The image types that every model with vision accepts. */
export const imageMediaTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
export type ImageMediaType = z.infer<typeof imageMediaTypeSchema>;

/** An image that the user attached, with the hash under which its bytes are stored. */
export const attachedImageSchema = z.object({
  hash: contentHashSchema,
  mediaType: imageMediaTypeSchema,
  name: z.string().max(LONGEST_IMAGE_NAME),
  /** Pixels. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** Bytes. */
  size: z.number().int().positive(),
});
export type AttachedImage = z.infer<typeof attachedImageSchema>;

/** An image as the journal stores it: the bytes are stored once, under their hash. */
export const imagePartSchema = attachedImageSchema.extend({ type: z.literal('image') });
export type ImagePart = z.infer<typeof imagePartSchema>;

/** The longest data URL: the base64 of the largest image plus its prefix. In characters. */
const LONGEST_IMAGE_URL = Math.ceil(LARGEST_IMAGE / 3) * 4 + 100;
const IMAGE_URL = /^data:(image\/[a-z]+);base64,[A-Za-z0-9+/]+={0,2}$/;

/** An image as a request contains it: the bytes themselves, never a URL that somebody would have to fetch. */
export const filePartSchema = z
  .object({
    type: z.literal('file'),
    mediaType: imageMediaTypeSchema,
    filename: z.string().max(LONGEST_IMAGE_NAME).optional(),
    url: z.string().max(LONGEST_IMAGE_URL),
  })
  .refine(({ mediaType, url }) => IMAGE_URL.exec(url)?.[1] === mediaType, {
    message: 'it must be a data URL of base64 of its media type',
    path: ['url'],
  });
export type FilePart = z.infer<typeof filePartSchema>;
