import { useState } from 'react';
import { MOST_ATTACHMENTS } from '../../../lib/protocol/attachments/attachment.ts';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { type DraftListKind, useDraftList } from '../mentions/use-draft-list.ts';
import { messageAids } from '../message-box/deferred-aids.ts';
import type { DraftImage, DraftImages } from './draft-image.ts';

let nextKey = 0;

const IMAGES: DraftListKind<AttachedImage, DraftImage> = {
  name: 'images',
  read: async (kept) => (await import('../../../lib/protocol/attachments/image-schema.ts')).attachedImageSchema.array().parse(kept),
  entryOf: (content) => ({ key: nextKey++, name: content.name, content }),
};

/** Returns the images of the message that is not sent yet. */
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
