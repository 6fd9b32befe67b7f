import type { AttachmentSource } from './attachment-schema.ts';

export type { Attachment, AttachmentNote, AttachmentSource, TextAttachment } from './attachment-schema.ts';

// Kept apart from the schemas, so that the first screen needs no zod.

/** The longest attachment, in characters. */
export const LONGEST_ATTACHMENT = 60_000;
/** The most attachments in one message. */
export const MOST_ATTACHMENTS = 10;

export function attachmentName(source: AttachmentSource): string {
  return source.kind === 'file' ? source.path : source.name;
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
  }
}
