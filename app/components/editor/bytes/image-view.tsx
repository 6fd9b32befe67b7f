import { type SyntheticEvent, useEffect, useState } from 'react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { sizeText } from '../../../lib/project/import/import-plan.ts';

interface ImageViewProps {
  name: string;
  content: Blob;
  /** Called if it is not an image after all. */
  onBroken: () => void;
}

/** An image with its size. Scripts in it do not run. */
export function ImageView({ name, content, onBroken }: ImageViewProps) {
  const address = useBlobAddress(content);
  const [size, setSize] = useState<string | null>(null);
  const onLoad = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setSize(t('{width} × {height} pixels', { width: numberText(naturalWidth), height: numberText(naturalHeight) }));
  return (
    <div className="bytes-view">
      <p className="bytes-bar">
        {size !== null && <span>{size}</span>}
        <span>{sizeText(content.size)}</span>
      </p>
      <div className="image-place scroll">
        {address !== null && <img src={address} alt={t('Picture {name}', { name })} onLoad={onLoad} onError={onBroken} />}
      </div>
    </div>
  );
}

/** Returns an object URL of the content while it is mounted; null before. */
function useBlobAddress(content: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(content);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [content]);
  return address;
}
