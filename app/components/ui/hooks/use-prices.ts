import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { knownPrices } from '../../../lib/protocol/models/known-prices.ts';
import type { PriceOf } from '../../../lib/protocol/models/run-cost.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';

/** Returns each model's price, as set by the user or else as known. */
export function usePrices(): PriceOf {
  const { models } = useStore($models);
  const { prices } = useStore($settings, { keys: ['prices'] });
  return useMemo(() => knownPrices(prices, models), [prices, models]);
}
