import { useEffect, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { imageTitle } from '../../../lib/protocol/attachments/image-limits.ts';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';

/** `gone`: its bytes are no longer stored. */
type Shown = { state: 'loading' | 'gone' } | { state: 'there'; url: string };

function useStoredImage({ hash, mediaType }: AttachedImage): Shown {
  const actions = useActions('images');
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  useEffect(() => {
    let url: string | null = null;
    let isCurrent = true;
    void actions.readImage({ hash, mediaType }).then((blob) => {
      if (!isCurrent) return;
      if (blob === null) return setShown({ state: 'gone' });
      url = URL.createObjectURL(blob);
      setShown({ state: 'there', url });
    });
    return () => {
      isCurrent = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [actions, hash, mediaType]);
  return shown;
}

/** An image of a message, sized by its container. */
export function StoredImage({ image, className = '' }: { image: AttachedImage; className?: string }) {
  const shown = useStoredImage(image);
  const title = visibleName(imageTitle(image));
  if (shown.state === 'there') {
    return <img src={shown.url} alt={title} width={image.width} height={image.height} className={className} decoding="async" />;
  }
  return (
    <span role="img" aria-label={title} className={`image-absent ${className}`}>
      {shown.state === 'gone' ? t('No longer stored') : ''}
    </span>
  );
}
