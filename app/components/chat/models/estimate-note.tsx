import { useStore } from '@nanostores/react';
import { nextStepEstimate } from '../../../lib/protocol/models/next-step-estimate.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { useActiveModel } from '../../ui/hooks/use-active-model.ts';
import { usePrices } from '../../ui/hooks/use-prices.ts';
import { dollars } from '../../ui/text/dollars.ts';
import { tokenText } from '../../ui/text/token-text.ts';

/** About what sending this would cost to begin with. Nothing is shown before the first answer: nobody has counted yet. */
export function EstimateNote({ characters }: { characters: number }) {
  const { lastUsage } = useStore($chat, { keys: ['lastUsage'] });
  const model = useActiveModel();
  const priceOf = usePrices();
  if (lastUsage === null || characters === 0 || model === undefined) return null;
  const { tokens, dollars: cost } = nextStepEstimate(lastUsage, characters, priceOf(model.id));
  const price = cost === null ? 'its price is not known' : `at most ${dollars(cost)} before its answer, less what the provider has kept`;
  return (
    <span className="estimate-note tabular" title={`The first step sends about ${tokens.toLocaleString('en')} tokens; ${price}.`}>
      ≈ {tokenText(tokens)}
      {cost !== null && cost > 0 && ` · ${dollars(cost)}`}
    </span>
  );
}
