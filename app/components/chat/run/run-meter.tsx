import { useStore } from '@nanostores/react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { runCost } from '../../../lib/protocol/models/run-cost.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { Elapsed } from '../../ui/elapsed.tsx';
import { usePrices } from '../../ui/hooks/use-prices.ts';
import { dollars } from '../../ui/text/dollars.ts';
import { clockTime } from '../../ui/text/duration.ts';

/** Formats a count as `940`, `42.1k` or `1.24M`. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  return count < 1_000_000 ? `${withDigits(count / 1_000, 1)}k` : `${withDigits(count / 1_000_000, 2)}M`;
}

function withDigits(value: number, digits: number): string {
  return numberText(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
}

/** Returns the run's cost, or null if the prices of its models are unknown or it was free. */
export function useRunCost(): string | null {
  const { runUsage } = useStore($chat, { keys: ['runUsage'] });
  const priceOf = usePrices();
  const cost = runUsage.length === 0 ? null : runCost(runUsage, priceOf);
  return cost === null || cost === 0 ? null : dollars(cost);
}

/** The run's usage so far, counted as for its budgets: working time, tokens and, if known, money. */
export function RunMeter() {
  const { worked, runTokens } = useStore($chat, { keys: ['worked', 'runTokens'] });
  const cost = useRunCost();
  const tokens = runTokens.input + runTokens.output;
  return (
    <span className="run-meter c-text-3 tabular">
      {worked.until === null ? <span>{clockTime(worked.ms)}</span> : <Elapsed since={worked.until - worked.ms} />}
      {tokens > 0 && (
        <span title={t('{used} tokens in this task', { used: numberText(tokens) })}>
          {t('{used} tokens', { used: shortCount(tokens) })}
        </span>
      )}
      {cost !== null && <span title={t('Cost of this task')}>{cost}</span>}
    </span>
  );
}
