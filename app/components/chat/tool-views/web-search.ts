import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const webSearchView: ToolView = {
  icon: 'i-lucide-search',
  doing: () => t('Searching the web'),
  done: () => t('Searched the web'),
  subject: (input) => textOf(input, 'query'),
  result: (output) => {
    const count = numberOf(output, 'sourceCount');
    if (count === null) return t('from the web, untrusted');
    return plural(count, {
      one: '{count} source from the web, untrusted',
      other: '{count} sources from the web, untrusted',
    });
  },
};
