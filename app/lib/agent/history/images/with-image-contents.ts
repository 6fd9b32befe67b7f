import type { FilePart, ImagePart } from '../../../protocol/attachments/image-schema.ts';
import type { ContentHash } from '../../../protocol/ids.ts';
import type { ChatMessage, MessagePart, RequestMessage } from '../../../protocol/message.ts';
import { toBase64 } from '../../../protocol/unattended/base64.ts';
import type { SentStepTransport, StepTransport } from '../../contract/ports.ts';
import { imageNote } from './image-note.ts';

/** Resolves with null if the image is no longer stored. */
export type ReadImage = (hash: ContentHash) => Promise<Uint8Array | null>;

/** Replaces the image references in messages with bytes. A missing image becomes a sentence, so that the conversation stays usable. */
export function withImageContents(transport: SentStepTransport, readImage: ReadImage): StepTransport {
  return {
    async open({ messages, ...step }, signal) {
      return transport.open({ ...step, messages: await Promise.all(messages.map((message) => sentMessage(message, readImage))) }, signal);
    },
  };
}

async function sentMessage({ id, role, parts }: ChatMessage, readImage: ReadImage): Promise<RequestMessage> {
  return { id, role, parts: await Promise.all(parts.map((part) => (part.type === 'image' ? filePart(part, readImage) : part))) };
}

async function filePart(image: ImagePart, readImage: ReadImage): Promise<FilePart | Extract<MessagePart, { type: 'text' }>> {
  const { hash, mediaType, name } = image;
  const bytes = await readImage(hash);
  if (bytes === null) return imageNote(image, 'is no longer stored and cannot be shown');
  return { type: 'file', mediaType, ...(name === '' ? {} : { filename: name }), url: `data:${mediaType};base64,${toBase64(bytes)}` };
}
