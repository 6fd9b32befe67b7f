import type { Spending, Telemetry } from '../agent/contract/ports.ts';
import { t } from '../i18n/t.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { PriceOf } from '../protocol/models/run-cost.ts';
import { dayOf, type ModelSpending, type SpentRequest, spentOn, withRequests } from '../protocol/models/spending.ts';
import { $spending } from '../stores/spending.ts';
import type { SpendingStore } from './spending-store.ts';

export interface SpendingDependencies {
  store: SpendingStore;
  priceOf: PriceOf;
  now(): number;
  onError(message: string): void;
}

export interface SpendingService extends Telemetry, Spending {
  today(): ModelSpending;
}

/**
 * Counts the usage of every finished model request by day, from the core's events: steps, those of sub-agents, summaries and searches. It
 * has its own store, because the log drops its oldest events, can be cleared, and is organised by chat; a limit must not depend on that.
 */
export function createSpendingService({ store, priceOf, now, onError }: SpendingDependencies): SpendingService {
  /** Recorded, but not stored yet. */
  let pending: readonly SpentRequest[] = [];
  let hasFailed = false;
  const days = () => withRequests(store.read(), pending);
  const show = () => $spending.set(days());
  const write = async (requests: readonly SpentRequest[]) => {
    try {
      await store.add(requests);
      pending = pending.filter((request) => !requests.includes(request));
    } catch (error) {
      if (!hasFailed)
        onError(t('What is spent today counts until this page is closed, but could not be saved: {error}', { error: errorMessage(error) }));
      hasFailed = true;
    }
    show();
  };
  store.onForeignChange(show);
  show();
  return {
    note(event) {
      if (event.type !== 'model-request' || event.outcome !== 'finished') return;
      const { at, modelId, ...usage } = event;
      const request = { day: dayOf(at), modelId, usage, price: priceOf(modelId) };
      pending = [...pending, request];
      void write([request]);
    },
    today: () => spentOn(days(), dayOf(now())),
  };
}
