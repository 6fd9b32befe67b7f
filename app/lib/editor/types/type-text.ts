import { t } from '../../i18n/t.ts';

/** The editor's texts about types. */
export const TYPE_TEXT = {
  noDefinition: () => t('No definition was found here.'),
  noHover: () => t('Nothing is known of the types here.'),
  overloads: (index: number, count: number) => t('{index} of {count}', { index, count }),
} as const;
