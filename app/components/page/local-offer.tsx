import './local-offer.css';
import { useStore } from '@nanostores/react';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { localProblemText } from '../../lib/local-models/local-problem-text.ts';
import type { LookAnswer } from '../../lib/protocol/models/local-look.ts';
import { $localLook } from '../../lib/stores/local-models.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { Button } from '../ui/button.tsx';
import { LOCAL_KIND_NAMES, lookingText } from '../ui/text/local-look-text.ts';
import { useActions } from './workbench-context.tsx';

/** Asks once whether to look for models on this computer, then offers those found. Renders nothing if a local endpoint is already set. */
export function LocalOffer({ onOpenSettings }: { onOpenSettings: () => void }) {
  const actions = useActions('models');
  const { localEndpoints, localLook } = useStore($settings, { keys: ['localEndpoints', 'localLook'] });
  const look = useStore($localLook);
  if (localEndpoints.length > 0 || localLook === 'declined') return null;
  if (localLook === 'not-asked') return <Question onAnswer={(isAllowed) => actions.answerLocalLook(isAllowed)} />;
  if (look.status !== 'looked') return <p className="local-offer c-text-2">{lookingText(location.protocol)}</p>;
  return (
    <div className="local-offer" role="status">
      {look.found.length === 0 && <p className="c-text-2">{t('No models answer on this computer. Start Ollama or LM Studio.')}</p>}
      {look.found.map((found) => (
        <Found key={found.address} found={found} onOpenSettings={onOpenSettings} />
      ))}
      {!look.found.some(({ state }) => state === 'answers') && (
        <div>
          <Button size={24} icon="i-lucide-rotate-cw" onClick={() => void actions.lookForLocalModels()}>
            {t('Look again')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Question({ onAnswer }: { onAnswer: (isAllowed: boolean) => void }) {
  return (
    <section className="local-offer" aria-label={t('Models on this computer')}>
      <p className="c-text-1">{t('Look for models on this computer?')}</p>
      <p className="text-sm c-text-2">
        {t(
          'This browser asks Ollama, LM Studio and others at their usual ports, now and whenever no model is set. Nothing is sent to them.',
        )}
      </p>
      <div className="flex gap-6px">
        <Button size={24} icon="i-lucide-search" onClick={() => onAnswer(true)}>
          {t('Look for them')}
        </Button>
        <Button size={24} variant="ghost" onClick={() => onAnswer(false)}>
          {t('No')}
        </Button>
      </div>
    </section>
  );
}

function Found({ found, onOpenSettings }: { found: LookAnswer[number]; onOpenSettings: () => void }) {
  const actions = useActions('models');
  if (found.state === 'failed') {
    const kind = new URL(found.address).port === '1234' ? 'lm-studio' : 'ollama';
    const place = { kind, name: LOCAL_KIND_NAMES[kind](), address: found.address } as const;
    return (
      <div className="local-offer-row">
        <p className="flex-1 min-w-0 text-sm c-yellow wrap-anywhere">{localProblemText(found.problem, place)}</p>
        {found.problem === 'blocked' && (
          <Button size={24} onClick={onOpenSettings}>
            {t('What to set')}
          </Button>
        )}
      </div>
    );
  }
  const { kind, address, models } = found;
  return (
    <div className="local-offer-row">
      <p className="flex-1 min-w-0 wrap-anywhere">
        <span className="font-medium">{LOCAL_KIND_NAMES[kind]()}</span>{' '}
        <span className="text-sm c-text-3">
          {new URL(address).host} · {plural(models, { one: '{count} model', other: '{count} models' })}
        </span>
      </p>
      {models > 0 && (
        <Button
          size={24}
          variant="ink"
          aria-label={t('Use {name}', { name: LOCAL_KIND_NAMES[kind]() })}
          onClick={() => void actions.takeLocalEndpoint(found)}
        >
          {t('Use')}
        </Button>
      )}
    </div>
  );
}
