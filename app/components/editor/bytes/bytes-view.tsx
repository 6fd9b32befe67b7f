import './bytes-view.css';
import { useMemo, useState } from 'react';
import { readImageHeader } from '../../../lib/chat/images/read-image-header.ts';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { sizeText } from '../../../lib/project/import/import-plan.ts';
import { MOST_PIXELS } from '../../../lib/protocol/attachments/image-limits.ts';
import type { OpenFile } from '../../../lib/stores/files.ts';
import { Button } from '../../ui/button.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { hexLines } from './hex-lines.ts';
import { imageTypeOf } from './image-type-of.ts';
import { ImageView } from './image-view.tsx';
import { otherText } from './other-encoding.ts';

/** Number of bytes shown at first, and added on each request. */
const STEP = 4_096;
const NOTHING = new Uint8Array();

/** A binary file, shown as an image, as text in another encoding, or as its bytes. */
export function BytesView({ file }: { file: OpenFile }) {
  const bytes = file.bytes ?? NOTHING;
  const type = imageTypeOf(file.path);
  const [isBroken, setIsBroken] = useState(false);
  const name = visibleName(file.path);
  const picture = useMemo(() => (type === null ? null : new Blob([new Uint8Array(bytes)], { type })), [type, bytes]);
  const megapixels = useMemo(() => (type === null ? null : tooManyPixels(bytes)), [type, bytes]);
  if (picture !== null && !isBroken && megapixels === null)
    return <ImageView name={name} content={picture} onBroken={() => setIsBroken(true)} />;
  const other = otherText(bytes);
  return (
    <div className="bytes-view">
      <p className="bytes-bar">
        <span>{sizeText(bytes.byteLength)}</span>
        <span>
          {megapixels !== null
            ? t('It has {megapixels} megapixels: it is not drawn, since that would take more memory than this page has.', {
                megapixels: numberText(megapixels),
              })
            : type !== null
              ? t('It has the name of a picture, but cannot be read as one.')
              : other !== null
                ? t('Not UTF-8: read as {encoding}. It cannot be edited here.', { encoding: other.encoding })
                : t('Not text. It cannot be edited here.')}
        </span>
      </p>
      {other === null ? <Hex name={name} bytes={bytes} /> : <Listing label={t('Text of {name}', { name })}>{other.text}</Listing>}
    </div>
  );
}

/** Returns the megapixels of an image that is too large for the page's memory, or null if it can be shown. */
function tooManyPixels(bytes: Uint8Array): number | null {
  const header = readImageHeader(bytes);
  if (!header.ok || header.width * header.height <= MOST_PIXELS) return null;
  return Math.round((header.width * header.height) / 1_000_000);
}

function Hex({ name, bytes }: { name: string; bytes: Uint8Array }) {
  const [shown, setShown] = useState(STEP);
  const rest = bytes.byteLength - shown;
  return (
    <>
      <Listing label={t('Bytes of {name}', { name })}>{hexLines(bytes, 0, shown)}</Listing>
      {rest > 0 && (
        <p className="bytes-bar line-t-1">
          <span>{t('{shown} of {all} are shown.', { shown: sizeText(shown), all: sizeText(bytes.byteLength) })}</span>
          <Button size={24} onClick={() => setShown(shown + 4 * STEP)}>
            {t('Show more')}
          </Button>
        </p>
      )}
    </>
  );
}

function Listing({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <pre role="document" aria-label={label} tabIndex={0} className="bytes-listing scroll focus-inset">
      {children}
    </pre>
  );
}
