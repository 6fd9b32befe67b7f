import { z } from 'zod';
import { attachedImageSchema } from './image-schema.ts';

/** Where a text that the user attached comes from. */
export const attachmentSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string() }),
  /** Of an MCP server, which chose both names. */
  z.object({ kind: z.literal('resource'), server: z.string(), uri: z.string(), name: z.string() }),
  z.object({ kind: z.literal('prompt'), server: z.string(), name: z.string() }),
]);
export type AttachmentSource = z.infer<typeof attachmentSourceSchema>;

/** A text that the user attached to a message, before it is sent. `isCut`: the end of a long text is left out. */
export const textAttachmentSchema = z.object({ source: attachmentSourceSchema, text: z.string(), isCut: z.boolean() });
export type TextAttachment = z.infer<typeof textAttachmentSchema>;

export const attachmentSchema = z.union([textAttachmentSchema, z.object({ image: attachedImageSchema })]);
export type Attachment = z.infer<typeof attachmentSchema>;

/** Of a text part that is an attachment: what it is. `characters`: of the attached text. */
export const attachmentNoteSchema = z.object({
  source: attachmentSourceSchema,
  characters: z.number().int().nonnegative(),
  isCut: z.boolean(),
});
export type AttachmentNote = z.infer<typeof attachmentNoteSchema>;
