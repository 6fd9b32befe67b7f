import { StepTransportError } from '../../agent/contract/errors.ts';
import type { Spending, StepTransport } from '../../agent/contract/ports.ts';
import { spentDay } from '../../agent/conversation/spent-budget.ts';
import { t } from '../../i18n/t.ts';
import type { DayBudget } from '../../protocol/settings.ts';

/** Requests outside of chats cost money too: none is sent once the day's budget is used up. */
export function withinDay(transport: StepTransport, spending: Spending, budget: () => DayBudget): StepTransport {
  return {
    async open(request, signal) {
      const spent = spentDay(spending, budget());
      if (spent !== null) {
        const message = t(
          spent.budget === 'money'
            ? "Today's budget is used up (money: {used} of {limit}). Raise it in Settings → Cost, or wait until tomorrow."
            : "Today's budget is used up (tokens: {used} of {limit}). Raise it in Settings → Cost, or wait until tomorrow.",
          { used: spent.used, limit: spent.limit },
        );
        throw new StepTransportError(message, { status: null, kind: 'no-quota' });
      }
      return transport.open(request, signal);
    },
  };
}
