import type { Telemetry } from '../agent/contract/ports.ts';
import { browserClock } from '../browser/browser-ports.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { ModelsService } from '../settings/models-service.ts';
import { createSpendingService, type SpendingService } from '../telemetry/spending-service.ts';
import type { SpendingStore } from '../telemetry/spending-store.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';

interface CountingParts {
  log: TelemetryService;
  store: SpendingStore;
  models: Pick<ModelsService, 'price'>;
  notices: NoticeService;
}

/** Records requests and their usage. */
export interface Counting {
  telemetry: Telemetry;
  spending: SpendingService;
}

/** Counts and logs the core's events. */
export function startCounting({ log, store, models, notices }: CountingParts): Counting {
  const spending = createSpendingService({ store, priceOf: models.price, now: browserClock.now, onError: notices.error });
  return {
    spending,
    telemetry: {
      note(event) {
        spending.note(event);
        log.note(event);
      },
    },
  };
}
