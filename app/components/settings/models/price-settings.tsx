import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t, tIn } from '../../../lib/i18n/t.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { AmountField } from '../../ui/fields/amount-field.tsx';

/** One half of a price. A price applies only when both halves are given; until then, the half is held here. */
type Half = 'input' | 'output';

function PriceRow({ modelId, name, known }: { modelId: string; name: string; known: ModelInfo | undefined }) {
  const actions = useActions('settings');
  const { prices } = useStore($settings, { keys: ['prices'] });
  const price = new Map(Object.entries(prices)).get(modelId);
  const [halves, setHalves] = useState<Record<Half, number | null>>({ input: price?.input ?? null, output: price?.output ?? null });
  function change(half: Half, value: number | null) {
    const next = { ...halves, [half]: value };
    setHalves(next);
    const others = Object.entries(prices).filter(([id]) => id !== modelId);
    const { input, output } = next;
    const own = input === null || output === null ? [] : [[modelId, { input, output }] as const];
    actions.updateSettings({ prices: Object.fromEntries([...others, ...own]) });
  }
  return (
    <div className="setting-row price-row">
      <div className="flex-1 min-w-0">
        <p className="font-medium truncate" title={modelId}>
          {name}
        </p>
        <p className="text-sm c-text-3">{sourceText(price !== undefined, known)}</p>
      </div>
      <AmountField
        label={t('Input price of {name}', { name })}
        unit={tIn('of tokens', 'in')}
        value={halves.input}
        placeholder={shownRate(known?.price?.input)}
        isWhole={false}
        allowsZero
        onChange={(value) => change('input', value)}
      />
      <AmountField
        label={t('Output price of {name}', { name })}
        unit={tIn('of tokens', 'out')}
        value={halves.output}
        placeholder={shownRate(known?.price?.output)}
        isWhole={false}
        allowsZero
        onChange={(value) => change('output', value)}
      />
    </div>
  );
}

function shownRate(rate: number | undefined): string {
  return rate === undefined ? t('not known') : String(rate);
}

function sourceText(isOwn: boolean, known: ModelInfo | undefined): string {
  if (isOwn) return t('Your own price');
  if (known?.price === undefined) return t('Not known: no cost is counted');
  return known.priceDate === undefined ? t('As its provider says') : t('From the table of {priceDate}', { priceDate: known.priceDate });
}

/** The prices of the models in use and of models the user has priced. Without a price, no cost is counted. */
export function PriceSettings() {
  const { models, defaultModelId } = useStore($models);
  const { prices, modelId, fallbackModelId } = useStore($settings, { keys: ['prices', 'modelId', 'fallbackModelId'] });
  const ids = new Set([modelId || defaultModelId, fallbackModelId, ...Object.keys(prices)].filter((id) => id !== ''));
  const named = (id: string) => models.find((model) => model.id === id);
  return (
    <>
      <h3 className="side-heading pt-5">{t('Prices')}</h3>
      <p className="c-text-2">
        {t(
          'US dollars per million tokens, for the models you use. What you enter counts; where a field is empty, what is known does, with the prices of a cache.',
        )}
      </p>
      {[...ids].map((id) => (
        <PriceRow key={id} modelId={id} name={named(id)?.name ?? id} known={named(id)} />
      ))}
    </>
  );
}
