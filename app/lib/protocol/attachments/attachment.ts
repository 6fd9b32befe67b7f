import type { AttachmentSource } from './attachment-schema.ts';

export type { Attachment, AttachmentNote, AttachmentSource, TextAttachment } from './attachment-schema.ts';

// Kept apart from the schemas, so that the first screen needs no zod.

/** Characters of one attachment. */
export const LONGEST_ATTACHMENT = 60_000;
/** Of one message. */
export const MOST_ATTACHMENTS = 10;

export function attachmentName(source: AttachmentSource): string {
  return source.kind === 'file' ? source.path : source.name;
}

/** Of a folder the names of its files are attached; its path ends with a slash, which no file's does. */
export function isFolder(source: AttachmentSource): boolean {
  return source.kind === 'file' && source.path.endsWith('/');
}

/** The same thing attached twice is one attachment. */
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
