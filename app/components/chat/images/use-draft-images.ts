import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { MOST_ATTACHMENTS } from '../../../lib/protocol/attachments/attachment.ts';
import { imageTitle, LARGEST_IMAGES } from '../../../lib/protocol/attachments/image-limits.ts';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { $announcement } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';

export interface DraftImage {
  key: number;
  name: string;
  /** null: it is being made ready. */
  image: AttachedImage | null;
  /** It was a picture that moves, of which the first one is sent. */
  isMoving?: boolean;
}

export interface DraftImages {
  list: readonly DraftImage[];
  isReading: boolean;
  /** Why files were not attached, a sentence each. */
  problems: readonly string[];
  dismissProblems(): void;
  attach(files: readonly File[]): void;
  /** As they are, such as those of a message that was taken back. */
  put(images: readonly AttachedImage[]): void;
  remove(key: number): void;
  /** What is to be sent; the list is empty afterwards. */
  take(): readonly AttachedImage[];
}

function storageKey(chatId: string | null): string {
  return `devonz.images.${chatId ?? 'new'}`;
}

/** Storage can be forbidden or full; a draft's images are then simply not kept. */
async function readKept(chatId: string | null): Promise<AttachedImage[]> {
  try {
    const kept = sessionStorage.getItem(storageKey(chatId));
    if (kept === null) return [];
    const { attachedImageSchema } = await import('../../../lib/protocol/attachments/image-schema.ts');
    return attachedImageSchema.array().parse(JSON.parse(kept));
  } catch {
    return [];
  }
}

function keep(chatId: string | null, images: readonly AttachedImage[]): void {
  try {
    if (images.length === 0) sessionStorage.removeItem(storageKey(chatId));
    else sessionStorage.setItem(storageKey(chatId), JSON.stringify(images));
  } catch {
    // As above.
  }
}

function ready(list: readonly DraftImage[]): AttachedImage[] {
  return list.flatMap(({ image }) => (image === null ? [] : [image]));
}

/** Why an image that is ready does not go with the others; null: it does. */
function refusal(image: AttachedImage, others: readonly AttachedImage[]): string | null {
  if (others.some(({ hash }) => hash === image.hash)) return t('{name} is attached already.', { name: JSON.stringify(image.name) });
  const size = others.reduce((sum, other) => sum + other.size, image.size);
  if (size <= LARGEST_IMAGES) return null;
  return t('{name} was not attached: the images of one message may have 4.5 MB together. Send it with the next message.', {
    name: JSON.stringify(image.name),
  });
}

/** The images of the message that is not sent yet, kept per chat until the tab is closed. */
export function useDraftImages(chatId: string | null): DraftImages {
  const actions = useActions('images');
  const [list, setList] = useState<readonly DraftImage[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const current = useRef(list);
  const nextKey = useRef(0);
  const show = useCallback((next: readonly DraftImage[]) => {
    current.current = next;
    setList(next);
  }, []);
  const drafted = (image: AttachedImage): DraftImage => ({ key: nextKey.current++, name: image.name, image });
  function change(next: readonly DraftImage[]) {
    show(next);
    keep(chatId, ready(next));
  }
  const complain = (problem: string) =>
    setProblems((before) => [...before.filter((one) => one !== problem), problem].slice(-MOST_ATTACHMENTS));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what another chat has is read when it is shown
  useEffect(() => {
    let isCurrent = true;
    show([]);
    setProblems([]);
    void readKept(chatId).then((kept) => isCurrent && kept.length > 0 && show([...kept.map(drafted), ...current.current]));
    return () => {
      isCurrent = false;
    };
  }, [chatId]);

  async function prepare(waiting: DraftImage, file: File) {
    const prepared = await actions.prepareImage(file);
    // Taken off meanwhile, or the chat is another one.
    if (!current.current.includes(waiting)) return;
    const why = prepared.ok ? refusal(prepared.image, ready(current.current)) : prepared.why;
    if (why !== null || !prepared.ok) {
      change(current.current.filter((each) => each !== waiting));
      return complain(why ?? '');
    }
    const { image, isMoving = false } = prepared;
    change(current.current.map((each) => (each === waiting ? { ...each, image, isMoving } : each)));
    $announcement.set(t('{name} is attached.', { name: imageTitle(image) }));
  }

  return {
    list,
    problems,
    isReading: list.some(({ image }) => image === null),
    dismissProblems: () => setProblems([]),
    attach(files) {
      const room = Math.max(0, MOST_ATTACHMENTS - current.current.length);
      const left = files.length - room;
      setProblems(
        left <= 0
          ? []
          : [
              t('A message has at most {most} images: {left} of {all} were not attached.', {
                most: MOST_ATTACHMENTS,
                left,
                all: files.length,
              }),
            ],
      );
      for (const file of files.slice(0, room)) {
        const waiting: DraftImage = { key: nextKey.current++, name: file.name, image: null };
        change([...current.current, waiting]);
        void prepare(waiting, file);
      }
    },
    put: (images) => change([...current.current, ...images.map(drafted)]),
    remove: (key) => change(current.current.filter((each) => each.key !== key)),
    take() {
      const taken = ready(current.current);
      change([]);
      setProblems([]);
      return taken;
    },
  };
}
