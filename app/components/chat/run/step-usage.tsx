import { type ModelUsage, runCost } from '../../../lib/protocol/models/run-cost.ts';
import { usePrices } from '../../ui/hooks/use-prices.ts';
import { dollars } from '../../ui/text/dollars.ts';
import { usageText } from './usage-text.ts';

/** The usage of a row's steps, shown as soon as they are answered. */
export function StepUsage({ used }: { used: readonly ModelUsage[] }) {
  const cost = runCost(used, usePrices());
  const sum = (of: 'inputTokens' | 'outputTokens' | 'cachedInputTokens') => used.reduce((total, { usage }) => total + (usage[of] ?? 0), 0);
  const [input, output, cached] = [sum('inputTokens'), sum('outputTokens'), sum('cachedInputTokens')];
  // Some providers count no tokens.
  if (input + output === 0) return null;
  return (
    <p className="step-usage tabular">
      {usageText({ input, output, cached })}
      {cost !== null && cost > 0 && ` · ${dollars(cost)}`}
    </p>
  );
}
