import { t } from '../../../lib/i18n/t.ts';
import { tokenText } from '../../ui/text/token-text.ts';

interface UsedTokens {
  input: number;
  output: number;
  /** Input tokens that came from the provider's cache. */
  cached: number;
  /** Output tokens that were reasoning. */
  thought?: number;
}

/** Formats token counts, such as `2k in (50 % cached), 300 out (100 thought)`. */
export function usageText({ input, output, cached, thought = 0 }: UsedTokens): string {
  const values = {
    input: tokenText(input),
    output: tokenText(output),
    share: Math.round((cached / Math.max(1, input)) * 100),
    thought: tokenText(thought),
  };
  if (thought > 0) {
    return t(
      cached > 0 ? '{input} in ({share} % cached), {output} out ({thought} thought)' : '{input} in, {output} out ({thought} thought)',
      values,
    );
  }
  return t(cached > 0 ? '{input} in ({share} % cached), {output} out' : '{input} in, {output} out', values);
}
