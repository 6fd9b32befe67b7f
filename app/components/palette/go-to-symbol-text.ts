import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { SymbolKind } from '../../lib/types-service/type-questions.ts';

/** Texts of the list of symbols in the open file. */
export const GO_TO_SYMBOL_TEXT = {
  title: () => t('Go to a symbol'),
  placeholder: (path: string) => t('A symbol in {path}', { path }),
  searching: () => t('Reading the file…'),
  unsupported: (path: string) => t('There is no outline of {path}: its language has none here, or it is too long.', { path }),
  none: () => t('The file declares nothing.'),
  nothing: (name: string) => t('Nothing is called “{query}”.', { query: name }),
  more: (count: number) => plural(count, { one: 'One more: type to find it', other: '{count} more: type to find them' }),
  kinds: {
    function: () => t('function'),
    method: () => t('method'),
    class: () => t('class'),
    interface: () => t('interface'),
    type: () => t('type'),
    enum: () => t('enum'),
    module: () => t('module'),
    variable: () => t('variable'),
    property: () => t('property'),
    heading: () => t('heading'),
    rule: () => t('rule'),
    element: () => t('element'),
    key: () => t('key'),
  } satisfies Record<SymbolKind, () => string>,
} as const;
