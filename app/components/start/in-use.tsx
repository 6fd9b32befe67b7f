import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { DEMO_MODEL_ID } from '../../lib/protocol/models/demo-model.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { $models, $runtime } from '../../lib/stores/workbench.ts';
import { Button } from '../ui/button.tsx';
import { useActiveModel } from '../ui/hooks/use-active-model.ts';
import { useModelName } from '../ui/hooks/use-model-name.ts';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { runtimeName, runtimeText, runtimeTone } from '../ui/text/runtime-text.ts';

const LocalOffer = lazyPart(() => import('../page/local-offer.tsx').then((module) => ({ default: module.LocalOffer })));

/** The model and the runtime that the next message will use. */
export function InUse({ onOpenSettings }: { onOpenSettings: (tab: 'models' | 'runtime') => void }) {
  const modelName = useModelName();
  const active = useActiveModel();
  const { problems } = useStore($models);
  const runtime = useStore($runtime);
  const { runtimeHost } = useStore($settings, { keys: ['runtimeHost'] });
  return (
    <section aria-labelledby="in-use-heading">
      <h2 id="in-use-heading" className="side-heading">
        {t('In use')}
      </h2>
      <dl className="in-use">
        <div>
          <dt>{t('Model')}</dt>
          <dd>
            <span className="flex-1 min-w-0">
              <span className="block truncate">{modelName || t('Loading…')}</span>
              {active?.id === DEMO_MODEL_ID && (
                <Button size={20} className="mt-4px" onClick={() => onOpenSettings('models')}>
                  {t('Add a key')}
                </Button>
              )}
            </span>
            <Button variant="ghost" size={20} aria-label={t('Change the model')} onClick={() => onOpenSettings('models')}>
              {t('Change')}
            </Button>
          </dd>
        </div>
        <div>
          <dt>{t('Runtime')}</dt>
          <dd>
            <span className="flex-1 min-w-0">
              <span className="block">{runtimeName(runtimeHost, runtime)}</span>
              <span className="runtime-state">
                <span aria-hidden="true" className="dot" data-tone={runtimeTone(runtime)} />
                {runtimeText(runtime)}
              </span>
            </span>
            <Button variant="ghost" size={20} aria-label={t('Change the runtime')} onClick={() => onOpenSettings('runtime')}>
              {t('Change')}
            </Button>
          </dd>
        </div>
      </dl>
      {/* Only once the models are known: a user who has one gets no question, and React cannot hydrate a part that loads later. */}
      {(active === undefined ? problems.length > 0 : active.id === DEMO_MODEL_ID) && (
        <Suspense fallback={null}>
          <LocalOffer onOpenSettings={() => onOpenSettings('models')} />
        </Suspense>
      )}
    </section>
  );
}
