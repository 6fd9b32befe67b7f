import { t } from '../../../lib/i18n/t.ts';
import type { ModelSpending } from '../../../lib/protocol/models/spending.ts';
import { dollars } from './dollars.ts';
import { tokenText } from './token-text.ts';

/** Formats a cost, as `$1.20`; says if a part is unknown instead of counting it as zero. */
export function costText({ requests, unpriced, dollars: amount }: Pick<ModelSpending, 'requests' | 'unpriced' | 'dollars'>): string {
  if (unpriced === requests) return t('price not known');
  return unpriced === 0 ? dollars(amount) : t('{amount} + not known', { amount: dollars(amount) });
}

/** Formats token counts, as `120k tokens in, 80 % of them cached, 4k out`. */
export function cachedText({ input, cached, output }: Pick<ModelSpending, 'input' | 'cached' | 'output'>): string {
  const amounts = { input: tokenText(input), output: tokenText(output) };
  if (cached === 0) return t('{input} tokens in, {output} out', amounts);
  return t('{input} tokens in, {share} % of them cached, {output} out', {
    ...amounts,
    share: Math.round((cached / Math.max(1, input)) * 100),
  });
}
