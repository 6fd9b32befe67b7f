import type { AttachmentSource } from './attachment-schema.ts';

export type { Attachment, AttachmentNote, AttachmentSource, TextAttachment } from './attachment-schema.ts';

// Kept apart from the schemas, so that the first screen needs no zod.

/** The longest attachment, in characters. */
export const LONGEST_ATTACHMENT = 60_000;
/** The longest pasted text that is sent, in characters. It is no file that the model could read further. */
export const LONGEST_PASTE = 200_000;
/** The most attachments in one message. */
export const MOST_ATTACHMENTS = 10;

export function attachmentName(source: AttachmentSource): string {
  switch (source.kind) {
    case 'file':
      return source.path;
    case 'paste':
      return `pasted text ${source.number}`;
    default:
      return source.name;
  }
}

/** Returns true if the text comes from a server, not from the user or the project. */
export function isOutside({ kind }: AttachmentSource): boolean {
  return kind === 'resource' || kind === 'prompt';
}

/** Returns the most characters of an attachment that are sent. */
export function longestText({ kind }: AttachmentSource): number {
  return kind === 'paste' ? LONGEST_PASTE : LONGEST_ATTACHMENT;
}

/** Attaching a folder attaches the names of its files. The path of a folder ends with a slash; the path of a file never does. */
export function isFolder(source: AttachmentSource): boolean {
  return source.kind === 'file' && source.path.endsWith('/');
}

/** Two attachments with the same key are the same attachment. */
export function attachmentKey(source: AttachmentSource): string {
  switch (source.kind) {
    case 'file':
      return `file ${source.path}`;
    case 'resource':
      return `resource ${source.server} ${source.uri}`;
    case 'prompt':
      return `prompt ${source.server} ${source.name}`;
    case 'paste':
      return `paste ${source.number}`;
  }
}
