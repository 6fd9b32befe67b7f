import type { ProbeResult } from '../agent/codecs/probe-codec.ts';
import { StepTransportError } from '../agent/contract/errors.ts';
import type { SentStepTransport } from '../agent/contract/ports.ts';
import { buttonName } from '../button-names/button-name.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { isLocalModel } from '../protocol/models/local-endpoint.ts';
import { $settings } from '../stores/settings.ts';
import { $models } from '../stores/workbench.ts';

export interface CodecOffer {
  notices: Pick<NoticeService, 'info' | 'error'>;
  /** Tests which ways of calling tools the model supports. */
  probe(modelId: string): Promise<ProbeResult>;
}

/** Messages with which local servers reject tools for a model without function calls. */
const REFUSES_TOOLS = /does not support (?:tools|function)/i;

/**
 * Avoids function calls for a local model that does not support them: offers to describe tools in text instead, which is tested first and
 * used only if the user agrees.
 */
export function offeringCodec(transport: SentStepTransport, offer: CodecOffer): SentStepTransport {
  return {
    async open(step, signal) {
      const { modelId, toolNames } = step;
      if (!isLocalModel(modelId) || toolNames.length === 0) return transport.open(step, signal);
      const model = $models.get().models.find(({ id }) => id === modelId);
      if (model?.callsTools === false) throw withoutFunctions(modelId, offer);
      try {
        return await transport.open(step, signal);
      } catch (error) {
        if (error instanceof StepTransportError && REFUSES_TOOLS.test(error.message)) throw withoutFunctions(modelId, offer);
        throw error;
      }
    },
  };
}

function withoutFunctions(modelId: string, offer: CodecOffer): StepTransportError {
  const name = $models.get().models.find(({ id }) => id === modelId)?.name ?? modelId;
  offer.notices.info(
    t('{name} has no function calls. Tools can be described to it in text; which way suits it a short test finds out.', { name }),
    {
      label: buttonName('find-a-way'),
      run: () => void findWay(modelId, name, offer),
    },
  );
  const message = `${name} has no function calls, so that it cannot use tools yet. Press “${buttonName('find-a-way')}” in the notice, then “${buttonName('retry')}”; or turn agent mode off.`;
  return new StepTransportError(message, { status: null, kind: 'refused' });
}

async function findWay(modelId: string, name: string, { notices, probe }: CodecOffer): Promise<void> {
  const { suggestion, reason } = await probe(modelId);
  if (suggestion === null || suggestion === 'native') {
    notices.error(`${name}: ${reason}`);
    return;
  }
  $settings.setKey('codecs', { ...$settings.get().codecs, [modelId]: suggestion });
  notices.info(
    t('Tools are called as {way} with {name} from now on. Press “{button}” to continue.', {
      way: suggestion.toUpperCase(),
      name,
      button: buttonName('retry'),
    }),
    {
      label: t('Undo'),
      run: () => {
        const { [modelId]: _removed, ...others } = $settings.get().codecs;
        $settings.setKey('codecs', others);
      },
    },
  );
}
