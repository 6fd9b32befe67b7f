import { StepTransportError } from '../../agent/errors.ts';
import { spentDay } from '../../agent/guards/budget-guard.ts';
import type { Spending, StepTransport } from '../../agent/ports.ts';
import type { DayBudget } from '../../protocol/settings.ts';

/** Questions outside the chats cost as steps do: with the day's budget used up none is asked. */
export function withinDay(transport: StepTransport, spending: Spending, budget: () => DayBudget): StepTransport {
  return {
    async open(request, signal) {
      const spent = spentDay(spending, budget());
      if (spent !== null) {
        const message = `Today's budget is used up (${spent.budget}: ${spent.used} of ${spent.limit}). Raise it in Settings → Cost, or wait until tomorrow.`;
        throw new StepTransportError(message, { status: null, kind: 'no-quota' });
      }
      return transport.open(request, signal);
    },
  };
}
