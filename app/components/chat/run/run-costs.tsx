import { t } from '../../../lib/i18n/t.ts';
import './run-costs.css';
import { useStore } from '@nanostores/react';
import { requestCost } from '../../../lib/protocol/models/run-cost.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { usePrices } from '../../ui/hooks/use-prices.ts';
import { dollars } from '../../ui/text/dollars.ts';
import { usageText } from './usage-text.ts';

/** Usage and cost of each request of the task, in order: steps, sub-agents' steps, summaries and searches. */
export function RunCosts() {
  const { runUsage } = useStore($chat, { keys: ['runUsage'] });
  const priceOf = usePrices();
  const isCounted = runUsage.some(({ usage }) => usage.inputTokens !== undefined || usage.outputTokens !== undefined);
  if (!isCounted) return null;
  return (
    <details className="run-costs">
      <summary>{t('Tokens and cost, step by step')}</summary>
      <ol>
        {runUsage.map(({ modelId, usage }, index) => {
          const price = priceOf(modelId);
          const cost = price === null ? null : requestCost(usage, price);
          const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0, reasoningTokens = 0 } = usage;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: requests are only added, and rows hold no state
            <li key={index}>
              <span className="mono truncate flex-1">{modelId}</span>
              <span className="tabular">
                {usageText({ input: inputTokens, output: outputTokens, cached: cachedInputTokens, thought: reasoningTokens })}
              </span>
              <span className="tabular run-cost">{cost === null ? t('price not known') : cost === 0 ? t('free') : dollars(cost)}</span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
