import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const fetchUrlView: ToolView = {
  icon: 'i-lucide-globe',
  doing: () => t('Reading the page'),
  done: () => t('Read the page'),
  subject: (input) => textOf(input, 'url'),
  result: (output) => {
    const count = numberOf(output, 'characterCount');
    if (count === null) return t('from the web, untrusted');
    return plural(count, {
      one: '{count} character from the web, untrusted',
      other: '{count} characters from the web, untrusted',
    });
  },
};
