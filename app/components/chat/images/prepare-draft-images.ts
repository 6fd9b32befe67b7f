import type { ImageActions } from '../../../lib/chat/images/image-service.ts';
import { t } from '../../../lib/i18n/t.ts';
import { MOST_ATTACHMENTS } from '../../../lib/protocol/attachments/attachment.ts';
import { imageTitle, LARGEST_IMAGES } from '../../../lib/protocol/attachments/image-limits.ts';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { $announcement } from '../../../lib/stores/workbench.ts';
import { contentsOf, type DraftList } from '../mentions/use-draft-list.ts';
import type { DraftImage, DraftImages } from './draft-image.ts';

interface Preparing {
  /** Already in the draft's list. */
  waiting: readonly (DraftImage & { file: File })[];
  /** Number of files for which the message has no room. */
  leftOut: number;
  draft: Pick<DraftList<AttachedImage, DraftImage>, 'now' | 'change'>;
  setProblems: DraftImages['setProblems'];
  prepareImage: ImageActions['prepareImage'];
}

/** Prepares the files of a message's list for sending, and states why an image is not attached. */
export function prepareDraftImages({ waiting, leftOut, draft, setProblems, prepareImage }: Preparing): void {
  setProblems(() => (leftOut <= 0 ? [] : [tooMany(leftOut, waiting.length + leftOut)]));
  for (const each of waiting) void prepare(each);

  async function prepare(each: (typeof waiting)[number]) {
    const prepared = await prepareImage(each.file);
    // It was removed meanwhile, or another chat is open.
    if (!draft.now().includes(each)) return;
    const why = prepared.ok ? refusal(prepared.image, contentsOf(draft.now())) : prepared.why;
    if (why !== null || !prepared.ok) {
      draft.change(draft.now().filter((other) => other !== each));
      return setProblems((before) => [...before.filter((problem) => problem !== why), why ?? ''].slice(-MOST_ATTACHMENTS));
    }
    const { key, name } = each;
    const { image, isMoving = false } = prepared;
    draft.change(draft.now().map((other) => (other === each ? { key, name, content: image, isMoving } : other)));
    $announcement.set(t('{name} is attached.', { name: imageTitle(image) }));
  }
}

function tooMany(left: number, all: number): string {
  return t('A message has at most {most} images: {left} of {all} were not attached.', { most: MOST_ATTACHMENTS, left, all });
}

/** Returns why a prepared image is not attached, or null if it is. */
function refusal(image: AttachedImage, others: readonly AttachedImage[]): string | null {
  if (others.some(({ hash }) => hash === image.hash)) return t('{name} is attached already.', { name: JSON.stringify(image.name) });
  const size = others.reduce((sum, other) => sum + other.size, image.size);
  if (size <= LARGEST_IMAGES) return null;
  return t('{name} was not attached: the images of one message may have 4.5 MB together. Send it with the next message.', {
    name: JSON.stringify(image.name),
  });
}
