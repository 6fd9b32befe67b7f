import { useStore } from '@nanostores/react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { modeOf } from '../../../lib/protocol/models/active-model.ts';
import { DEMO_MODEL_ID } from '../../../lib/protocol/models/demo-model.ts';
import { nextStepEstimate } from '../../../lib/protocol/models/next-step-estimate.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $firstRequest } from '../../../lib/stores/workbench.ts';
import { useActiveModel } from '../../ui/hooks/use-active-model.ts';
import { usePrices } from '../../ui/hooks/use-prices.ts';
import { dollars } from '../../ui/text/dollars.ts';
import { tokenText } from '../../ui/text/token-text.ts';
import type { DraftImages } from '../images/draft-image.ts';
import type { Attachments } from '../mentions/draft-attachment.ts';

interface EstimateNoteProps {
  text: string;
  /** The message's attachments, which count once they have been read. */
  parts: { texts: Pick<Attachments, 'list'>; images: Pick<DraftImages, 'list'> };
}

/**
 * Estimates the initial cost of sending this: from the newest step's usage or, before the first response, from the size of the first
 * request.
 */
export function EstimateNote({ text, parts: { texts, images } }: EstimateNoteProps) {
  const before = useTokensBefore();
  const model = useActiveModel();
  const priceOf = usePrices();
  const characters = text.trim().length + sum(texts.list.map(({ content }) => content?.text.length ?? 0));
  const pixels = sum(images.list.map(({ content }) => (content === null ? 0 : content.width * content.height)));
  if (before === null || characters + pixels === 0 || model === undefined || model.id === DEMO_MODEL_ID) return null;
  const { tokens, dollars: cost } = nextStepEstimate(before, { characters, pixels }, priceOf(model.id));
  const title =
    cost === null
      ? t('The first step sends about {tokens} tokens; its price is not known.', { tokens: numberText(tokens) })
      : t('The first step sends about {tokens} tokens; at most {cost} before its answer, less what the provider has kept.', {
          tokens: numberText(tokens),
          cost: dollars(cost),
        });
  return (
    <span className="estimate-note tabular" title={title}>
      ≈ {tokenText(tokens)}
      {cost !== null && cost > 0 && ` · ${dollars(cost)}`}
    </span>
  );
}

/** Returns the number of tokens that accompany the next message, or null if they were not counted. */
function useTokensBefore(): number | null {
  const { lastUsage, messages } = useStore($chat, { keys: ['lastUsage', 'messages'] });
  const settings = useStore($settings, { keys: ['agent', 'planMode'] });
  const first = useStore($firstRequest);
  if (lastUsage !== null) return lastUsage.input + lastUsage.output;
  return messages.length > 0 || first === null ? null : first[modeOf(settings)];
}

const sum = (numbers: readonly number[]) => numbers.reduce((before, one) => before + one, 0);
