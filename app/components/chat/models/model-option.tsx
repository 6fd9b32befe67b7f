import { memo } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelPrice } from '../../../lib/protocol/models/model-price.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { Icon } from '../../ui/icon.tsx';
import { priceText } from '../../ui/text/model-facts.ts';
import { tokenText } from '../../ui/text/token-text.ts';

interface ModelOptionProps {
  id: string;
  model: ModelInfo;
  price: ModelPrice | null;
  /** Whether it is highlighted by the keyboard. */
  isCurrent: boolean;
  /** Whether it is the model in use. */
  isActive: boolean;
  isFavourite: boolean;
  onTake: (model: ModelInfo) => void;
  onHighlight: (modelId: string) => void;
  onStar: (modelId: string) => void;
}

const MARKS = [
  { fact: 'callsTools', icon: 'i-lucide-wrench', title: () => t('Calls tools') },
  { fact: 'seesImages', icon: 'i-lucide-image', title: () => t('Sees images') },
  { fact: 'reasons', icon: 'i-lucide-brain', title: () => t('Reasons') },
] as const;

/** A model to choose, with its distinguishing details. Memoised, so that a row does not render again if another changes. */
export const ModelOption = memo(function ModelOption(props: ModelOptionProps) {
  const { id, model, price, isCurrent, isActive, isFavourite, onTake, onHighlight, onStar } = props;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      aria-current={isActive ? 'true' : undefined}
      tabIndex={-1}
      className="model-option"
      // Keeps the focus in the search box.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => isCurrent || onHighlight(model.id)}
      onClick={(event) => (isStar(event.target) ? onStar(model.id) : onTake(model))}
      onKeyDown={() => undefined}
    >
      <span className="model-star" data-star data-on={isFavourite} title={isFavourite ? t('Not a favourite any more') : t('Favourite')}>
        <Icon name="i-lucide-star" size={14} />
      </span>
      <span className="model-name">
        <span className="truncate">{model.name}</span>
        {isActive && <Icon name="i-lucide-check" size={14} />}
      </span>
      <span className="model-marks">
        {MARKS.map(({ fact, icon, title }) => (
          <span key={fact} className="model-mark" title={model[fact] === true ? title() : undefined}>
            {model[fact] === true && <Icon name={icon} size={13} />}
          </span>
        ))}
      </span>
      <span className="model-window tabular">{model.contextWindow === undefined ? '' : tokenText(model.contextWindow)}</span>
      <span className="model-price tabular">{priceText(price) ?? ''}</span>
    </div>
  );
});

function isStar(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-star]') !== null;
}
