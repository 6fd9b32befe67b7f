import type { Hasher } from '../../agent/contract/ports.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { JournalStore } from '../../persistence/journal-store.ts';
import { LARGEST_IMAGE, LONGEST_IMAGE_NAME, MOST_PIXELS } from '../../protocol/attachments/image-limits.ts';
import type { AttachedImage } from '../../protocol/attachments/image-schema.ts';
import { imagesIn } from '../../protocol/attachments/images-in.ts';
import type { PreparedImage } from '../../protocol/attachments/prepared-image.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import { readProjectPath } from '../../runtime/to-workspace-path.ts';
import type { Workspace } from '../../runtime/types.ts';
import { holdsSeveralPictures } from './holds-several-pictures.ts';
import { readImageHeader } from './read-image-header.ts';
import type { ShrinkFailure, Shrinking, ToShrinkWorker } from './shrink-messages.ts';

/** The user's actions on images in the message box and the conversation. */
export interface ImageActions {
  /** Prepares a user's image for sending: reduced to the size that models use, without any other data of its file. */
  prepareImage(file: File): Promise<PreparedImage>;
  /** Returns null if it is no longer stored. */
  readImage(image: Pick<AttachedImage, 'hash' | 'mediaType'>): Promise<Blob | null>;
  /** Writes it as a new file of the project. Returns null on success, else the reason as a sentence. */
  saveImage(image: Pick<AttachedImage, 'hash'>, path: string): Promise<string | null>;
}

export interface ImageService extends ImageActions {
  /**
   * Contents of the images that an event names and this page has prepared. They are stored with the event, even if the image was
   * removed from the message box since.
   */
  contentsOf(event: JournalEvent): ReadonlyMap<ContentHash, Uint8Array>;
}

export interface ImageServiceOptions {
  journal: Pick<JournalStore, 'keepContent'>;
  read(hash: ContentHash): Promise<Uint8Array | null>;
  hasher: Hasher;
  workspace: Pick<Workspace, 'kindOf' | 'writeFile'>;
  shrink(given: ToShrinkWorker): Promise<Shrinking>;
  notices: Pick<NoticeService, 'info'>;
}

/** Largest file that is accepted. In bytes. */
const LARGEST_FILE = 50_000_000;
/** How much of a file is read to find its size: a JPEG may start with a thumbnail. In bytes. */
const HEADER = 1_000_000;
/** Images kept in memory until their message is stored. */
const MOST_AT_HAND = 40;

/** Each completes a sentence about the file. */
const SHRINK_FAILURES: Readonly<Record<ShrinkFailure, () => string>> = {
  broken: () => t('it is broken: this browser cannot decode it'),
  'too-large': () => t('it cannot be made small enough for a model'),
  'too-long': () => t('decoding it took longer than 30 s'),
  'no-memory': () => t('this browser has too little memory for it, or cannot decode it'),
};

export function createImageService(options: ImageServiceOptions): ImageService {
  const { journal, hasher, workspace, notices } = options;
  const atHand = new Map<ContentHash, Uint8Array>();
  /** One after the other, to limit how many are decoded at once. */
  let turn: Promise<unknown> = Promise.resolve();

  const keep = async (bytes: Uint8Array): Promise<ContentHash> => {
    const hash = await hasher.hash(bytes);
    atHand.delete(hash);
    atHand.set(hash, bytes);
    for (const old of [...atHand.keys()].slice(0, -MOST_AT_HAND)) atHand.delete(old);
    await journal.keepContent(hash, bytes);
    return hash;
  };
  const prepare = async (file: File): Promise<PreparedImage> => {
    if (file.size > LARGEST_FILE) throw new Error(t('it is larger than 50 MB'));
    const beginning = new Uint8Array(await file.slice(0, HEADER).arrayBuffer());
    const header = readImageHeader(beginning);
    if (!header.ok) throw new Error(header.why);
    const megapixels = Math.round((header.width * header.height) / 1_000_000);
    if (header.width * header.height > MOST_PIXELS)
      throw new Error(t('it has {megapixels} megapixels; at most 50 can be decoded', { megapixels }));
    const shrinking = await options.shrink({ file, mediaType: header.mediaType });
    if (!shrinking.ok) throw new Error(SHRINK_FAILURES[shrinking.why]());
    const { bytes, mediaType, width, height } = shrinking.image;
    if (bytes.byteLength > LARGEST_IMAGE) throw new Error(SHRINK_FAILURES['too-large']());
    const hash = await keep(bytes);
    const image = { hash, mediaType, name: nameOf(file), width, height, size: bytes.byteLength };
    return { ok: true, image, ...(holdsSeveralPictures(beginning, header.mediaType) ? { isMoving: true } : {}) };
  };
  const read = async (hash: ContentHash) => atHand.get(hash) ?? (await options.read(hash));

  return {
    prepareImage(file) {
      const prepared = turn.then(() => prepare(file));
      turn = prepared.catch(() => undefined);
      return prepared.catch(
        (error: unknown): PreparedImage => ({
          ok: false,
          why: t('{name} was not attached: {why}.', { name: JSON.stringify(nameOf(file)), why: errorMessage(error) }),
        }),
      );
    },
    async readImage({ hash, mediaType }) {
      const bytes = await read(hash).catch(() => null);
      return bytes === null ? null : new Blob([new Uint8Array(bytes)], { type: mediaType });
    },
    async saveImage({ hash }, path) {
      try {
        const reading = readProjectPath(path);
        if (!reading.ok) return reading.why;
        if (reading.path === '') return t('Give the file a name.');
        const bytes = await read(hash);
        if (bytes === null) return t('The image is no longer stored.');
        if ((await workspace.kindOf(reading.path)) !== null)
          return t('{path} exists already. Choose another name.', { path: reading.path });
        await workspace.writeFile(reading.path, bytes);
        notices.info(t('The image is in the project as {path}.', { path: reading.path }));
        return null;
      } catch (error) {
        return t('The image was not saved: {why}.', { why: errorMessage(error) });
      }
    },
    contentsOf(event) {
      return new Map(
        imagesIn(event)
          .flatMap(({ hash }) => [[hash, atHand.get(hash)] as const])
          .filter((one) => isThere(one)),
      );
    },
  };
}

function isThere(entry: readonly [ContentHash, Uint8Array | undefined]): entry is readonly [ContentHash, Uint8Array] {
  return entry[1] !== undefined;
}

/** A pasted image has no useful name. */
function nameOf(file: File): string {
  return file.name.trim().slice(0, LONGEST_IMAGE_NAME) || 'image';
}
