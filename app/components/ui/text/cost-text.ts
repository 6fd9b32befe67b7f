import type { ModelSpending } from '../../../lib/protocol/models/spending.ts';
import { dollars } from './dollars.ts';
import { tokenText } from './token-text.ts';

/** `$1.20`; what is not known is said, never zero. */
export function costText({ requests, unpriced, dollars: amount }: Pick<ModelSpending, 'requests' | 'unpriced' | 'dollars'>): string {
  if (unpriced === requests) return 'price not known';
  return unpriced === 0 ? dollars(amount) : `${dollars(amount)} + not known`;
}

/** `120k tokens in, 80 % of them cached, 4k out`. */
export function cachedText({ input, cached, output }: Pick<ModelSpending, 'input' | 'cached' | 'output'>): string {
  const share = cached === 0 ? '' : `, ${Math.round((cached / Math.max(1, input)) * 100)} % of them cached`;
  return `${tokenText(input)} tokens in${share}, ${tokenText(output)} out`;
}
