import './bytes-view.css';
import { useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import { ImageView } from './image-view.tsx';

/** The image of an SVG file's text, below it, updated while the user types. */
export function SvgPicture({ path, text }: { path: string; text: string }) {
  const [isShown, setIsShown] = useState(true);
  const [broken, setBroken] = useState<string | null>(null);
  const drawn = useDeferredValue(text);
  const picture = useMemo(() => new Blob([drawn], { type: 'image/svg+xml' }), [drawn]);
  return (
    <section className="svg-picture" aria-label={t('Picture {name}', { name: visibleName(path) })}>
      <button type="button" className="svg-toggle focus-inset" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? t('Hide the picture') : t('Show the picture')}
      </button>
      {isShown &&
        (broken === drawn ? (
          <p className="bytes-bar">{t('It has the name of a picture, but cannot be read as one.')}</p>
        ) : (
          <div className="svg-place">
            <ImageView name={visibleName(path)} content={picture} onBroken={() => setBroken(drawn)} />
          </div>
        ))}
    </section>
  );
}
