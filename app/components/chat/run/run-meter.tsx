import { useStore } from '@nanostores/react';
import { runCost } from '../../../lib/protocol/models/run-cost.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { Elapsed } from '../../ui/elapsed.tsx';
import { clockTime } from '../../ui/text/duration.ts';

/** `940`, `42.1k`, `1.24M`. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(2)}M`;
}

/** What the run has cost, where the prices of its models are known and it has used something. */
export function useRunCost(): string | null {
  const { runUsage } = useStore($chat, { keys: ['runUsage'] });
  const { prices } = useStore($settings, { keys: ['prices'] });
  const cost = runUsage.length === 0 ? null : runCost(runUsage, prices);
  if (cost === null) return null;
  return cost > 0 && cost < 0.01 ? '< $0.01' : `$${cost.toFixed(2)}`;
}

/** What the run has used so far, counted as its budgets are: time at work, tokens, and money where it is known. */
export function RunMeter() {
  const { worked, runTokens } = useStore($chat, { keys: ['worked', 'runTokens'] });
  const cost = useRunCost();
  const tokens = runTokens.input + runTokens.output;
  return (
    <span className="run-meter c-text-3 tabular">
      {worked.until === null ? <span>{clockTime(worked.ms)}</span> : <Elapsed since={worked.until - worked.ms} />}
      {tokens > 0 && <span title={`${tokens.toLocaleString()} tokens in this task`}>{shortCount(tokens)} tokens</span>}
      {cost !== null && <span title="Cost of this task">{cost}</span>}
    </span>
  );
}
