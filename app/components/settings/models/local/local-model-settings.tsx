import './local-model-settings.css';
import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { t } from '../../../../lib/i18n/t.ts';
import { MOST_LOCAL_ENDPOINTS } from '../../../../lib/protocol/models/local-endpoint.ts';
import { $localLook } from '../../../../lib/stores/local-models.ts';
import { $settings } from '../../../../lib/stores/settings.ts';
import { useActions } from '../../../page/workbench-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { BuiltInModelRow } from './built-in-model-row.tsx';
import { LocalEndpointRow } from './local-endpoint-row.tsx';
import { LocalLookResult } from './local-look-result.tsx';

/** Models on the user's computer or network, called by this browser. They are searched on request and used once added. */
export function LocalModelSettings() {
  const actions = useActions('models');
  const { localEndpoints } = useStore($settings, { keys: ['localEndpoints'] });
  const isLooking = useStore($localLook).status === 'looking';
  const isFull = localEndpoints.length >= MOST_LOCAL_ENDPOINTS;
  return (
    <section aria-labelledby="local-models-heading" className="pt-5">
      <h3 id="local-models-heading" className="side-heading p-0!">
        {t('Models on this computer')}
      </h3>
      <p className="c-text-2 pb-2">
        {t(
          'Ollama, LM Studio, llama.cpp, vLLM and others, asked by this browser: what you write goes to them and not to the server of this app. The page reaches only the addresses in this list.',
        )}
      </p>
      {localEndpoints.length > 0 && (
        <ul aria-label={t('Endpoints on this computer')} className="local-list">
          {localEndpoints.map((endpoint) => (
            <LocalEndpointRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      <BuiltInModelRow />
      <LocalLookResult />
      {isFull ? (
        <p className="text-sm c-text-3">{t('There are {count} endpoints: remove one to add another.', { count: MOST_LOCAL_ENDPOINTS })}</p>
      ) : (
        <>
          <div className="pt-2">
            <Button icon="i-lucide-search" isBusy={isLooking} disabled={isLooking} onClick={() => void actions.lookForLocalModels()}>
              {t('Look for them')}
            </Button>
          </div>
          <AddressForm isLooking={isLooking} />
        </>
      )}
    </section>
  );
}

function AddressForm({ isLooking }: { isLooking: boolean }) {
  const actions = useActions('models');
  const [typed, setTyped] = useState('');
  const [why, setWhy] = useState<string | null>(null);
  async function look(event: FormEvent) {
    event.preventDefault();
    const outcome = await actions.lookAtAddress(typed);
    setWhy(outcome.ok ? null : outcome.why);
  }
  return (
    <form className="pt-2" onSubmit={(event) => void look(event)}>
      <div className="flex gap-8px">
        <input
          className="field flex-1 min-w-0"
          aria-label={t('Address of a server of models')}
          aria-invalid={why !== null}
          placeholder="http://192.168.1.20:11434"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" disabled={isLooking || typed.trim() === ''}>
          {t('Look there')}
        </Button>
      </div>
      {why !== null && (
        <p role="alert" className="c-red text-sm">
          {why}
        </p>
      )}
    </form>
  );
}
