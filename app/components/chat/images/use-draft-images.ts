import { useState } from 'react';
import { MOST_ATTACHMENTS } from '../../../lib/protocol/attachments/attachment.ts';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { messageAids } from '../message-box/deferred-aids.ts';
import { type DraftEntry, type DraftList, type DraftListKind, useDraftList } from '../message-box/use-draft-list.ts';

export interface DraftImage extends DraftEntry<AttachedImage> {
  key: number;
  name: string;
  /** It was a picture that moves, of which the first one is sent. */
  isMoving?: boolean;
}

export interface DraftImages extends DraftList<AttachedImage, DraftImage> {
  /** Why files were not attached, a sentence each. */
  problems: readonly string[];
  setProblems(change: (before: readonly string[]) => readonly string[]): void;
  attach(files: readonly File[]): void;
}

let nextKey = 0;

const IMAGES: DraftListKind<AttachedImage, DraftImage> = {
  name: 'images',
  read: async (kept) => (await import('../../../lib/protocol/attachments/image-schema.ts')).attachedImageSchema.array().parse(kept),
  entryOf: (content) => ({ key: nextKey++, name: content.name, content }),
};

/** The images of the message that is not sent yet. */
export function useDraftImages(chatId: string | null): DraftImages {
  const { prepareImage } = useActions('images');
  const draft = useDraftList(IMAGES, chatId);
  const [problemsOf, setProblemsOf] = useState<{ chatId: string | null; problems: readonly string[] }>({ chatId, problems: [] });
  const problems = problemsOf.chatId === chatId ? problemsOf.problems : [];
  const setProblems: DraftImages['setProblems'] = (change) =>
    setProblemsOf((before) => ({ chatId, problems: change(before.chatId === chatId ? before.problems : []) }));
  return {
    ...draft,
    problems,
    setProblems,
    attach(files) {
      const room = Math.max(0, MOST_ATTACHMENTS - draft.now().length);
      const waiting = files.slice(0, room).map((file) => ({ key: nextKey++, name: file.name, content: null, file }));
      draft.change([...draft.now(), ...waiting]);
      void messageAids
        .load()
        .then(({ prepareDraftImages }) =>
          prepareDraftImages({ waiting, leftOut: files.length - waiting.length, draft, setProblems, prepareImage }),
        );
    },
    take() {
      setProblems(() => []);
      return draft.take();
    },
  };
}
