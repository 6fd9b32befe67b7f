import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Texts for files that are not text. */
export const BYTES_TEXT = {
  image: (name: string) => t('Picture {name}', { name }),
  size: (width: number, height: number) => t('{width} × {height} pixels', { width: numberText(width), height: numberText(height) }),
  broken: () => t('It has the name of a picture, but cannot be read as one.'),
  tooManyPixels: (megapixels: number) =>
    t('It has {megapixels} megapixels: it is not drawn, since that would take more memory than this page has.', {
      megapixels: numberText(megapixels),
    }),
  views: () => t('Show as'),
  picture: () => t('Picture'),
  text: () => t('Text'),
  bytes: () => t('Bytes'),
  readOnly: (encoding: string) => t('Not UTF-8: read as {encoding}. It cannot be edited here.', { encoding }),
  noText: () => t('Not text. It cannot be edited here.'),
  more: (shown: string, all: string) => t('{shown} of {all} are shown.', { shown, all }),
  showMore: () => t('Show more'),
  hex: (name: string) => t('Bytes of {name}', { name }),
  otherText: (name: string) => t('Text of {name}', { name }),
  showPicture: () => t('Show the picture'),
  hidePicture: () => t('Hide the picture'),
} as const;
