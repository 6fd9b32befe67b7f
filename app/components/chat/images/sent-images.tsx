import './images.css';
import { Suspense, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { imageTitle } from '../../../lib/protocol/attachments/image-limits.ts';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import { StoredImage } from './stored-image.tsx';

const ImageDialog = lazyPart(() => import('./image-dialog.tsx').then((module) => ({ default: module.ImageDialog })));

/** The images of a sent message; each can be enlarged. */
export function SentImages({ images }: { images: readonly AttachedImage[] }) {
  const [opened, setOpened] = useState<AttachedImage | null>(null);
  if (images.length === 0) return null;
  return (
    <>
      <ul aria-label={t('Images')} className="images">
        {images.map((image) => (
          <li key={image.hash} className="image-thumb">
            <button
              type="button"
              className="image-open"
              aria-label={t('Open {name}', { name: visibleName(imageTitle(image)) })}
              aria-haspopup="dialog"
              onClick={() => setOpened(image)}
            >
              <StoredImage image={image} />
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Suspense fallback={null}>
          <ImageDialog image={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
