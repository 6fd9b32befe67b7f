import { z } from 'zod';
import { attachedImageSchema } from './image-schema.ts';

/** The source of a text that the user attached. */
export const attachmentSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string() }),
  /** A resource of an MCP server. The server chose both the URI and the name. */
  z.object({ kind: z.literal('resource'), server: z.string(), uri: z.string(), name: z.string() }),
  z.object({ kind: z.literal('prompt'), server: z.string(), name: z.string() }),
  /** A long text that the user pasted. The number tells those of one message apart. */
  z.object({ kind: z.literal('paste'), number: z.number().int().positive() }),
]);
export type AttachmentSource = z.infer<typeof attachmentSourceSchema>;

/** A text that the user attached to a message, before the message is sent. `isCut`: the text was too long and its end was cut off. */
export const textAttachmentSchema = z.object({ source: attachmentSourceSchema, text: z.string(), isCut: z.boolean() });
export type TextAttachment = z.infer<typeof textAttachmentSchema>;

export const attachmentSchema = z.union([textAttachmentSchema, z.object({ image: attachedImageSchema })]);
export type Attachment = z.infer<typeof attachmentSchema>;

/** Describes a text part that is an attachment. `characters`: the length of the attached text. */
export const attachmentNoteSchema = z.object({
  source: attachmentSourceSchema,
  characters: z.number().int().nonnegative(),
  isCut: z.boolean(),
});
export type AttachmentNote = z.infer<typeof attachmentNoteSchema>;
