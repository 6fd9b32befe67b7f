import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { AmountField } from '../../ui/amount-field.tsx';

/** A price counts when both halves are there; till then the half is here. */
type Half = 'input' | 'output';

function PriceRow({ modelId, name }: { modelId: string; name: string }) {
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
      <p className="font-medium flex-1 min-w-0 truncate" title={modelId}>
        {name}
      </p>
      <AmountField
        label={`Input price of ${name}`}
        unit="in"
        value={halves.input}
        isWhole={false}
        allowsZero
        onChange={(value) => change('input', value)}
      />
      <AmountField
        label={`Output price of ${name}`}
        unit="out"
        value={halves.output}
        isWhole={false}
        allowsZero
        onChange={(value) => change('output', value)}
      />
    </div>
  );
}

/** Prices of the models in use and of those that have one; without a price no money is counted. */
export function PriceSettings() {
  const { models, defaultModelId } = useStore($models);
  const { prices, modelId, fallbackModelId } = useStore($settings, { keys: ['prices', 'modelId', 'fallbackModelId'] });
  const ids = new Set([modelId || defaultModelId, fallbackModelId, ...Object.keys(prices)].filter((id) => id !== ''));
  return (
    <>
      <h3 className="side-heading pt-5">Prices</h3>
      <p className="c-text-2">US dollars per million tokens, for the models you use. Without a price no cost is counted.</p>
      {[...ids].map((id) => (
        <PriceRow key={id} modelId={id} name={models.find((model) => model.id === id)?.name ?? id} />
      ))}
    </>
  );
}
