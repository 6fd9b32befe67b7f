import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { $runtime } from '../../lib/stores/workbench.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { RUNTIME_NAMES, runtimeText, runtimeTone } from '../ui/text/runtime-text.ts';
import { ChoiceList } from './choice-list.tsx';
import { NetworkSettings } from './network/network-settings.tsx';
import { SearchSettings } from './network/search-settings.tsx';

const hosts = () =>
  [
    {
      value: 'engine',
      title: RUNTIME_NAMES.engine(),
      text: t('Ours and open. Runs here, without an account; the network is needed only to install packages.'),
    },
    {
      value: 'stackblitz',
      title: RUNTIME_NAMES.stackblitz(),
      text: t('The hosted runtime of StackBlitz; your project’s files go to its page.'),
    },
    { value: 'auto', title: RUNTIME_NAMES.auto(), text: t('Tries StackBlitz for at most 3 seconds, then uses the engine.') },
  ] as const;

/** Where commands and servers run. */
export function RuntimeSettings() {
  const settingsActions = useActions('settings');
  const runtimeActions = useActions('runtime');
  const { runtimeHost } = useStore($settings, { keys: ['runtimeHost'] });
  const runtime = useStore($runtime);
  return (
    <>
      <h3 className="side-heading">{t('Runtime')}</h3>
      <ChoiceList
        label={t('Runtime')}
        choices={hosts()}
        current={runtimeHost}
        onChoose={(host) => settingsActions.updateSettings({ runtimeHost: host })}
      />
      <div className="setting-row">
        <div className="flex-1 min-w-0">
          <p className="status-item">
            <span aria-hidden="true" className="dot" data-tone={runtimeTone(runtime)} />
            {runtimeText(runtime)}
          </p>
          {(runtime.status === 'failed' || runtime.status === 'ended') && <p className="text-sm c-red break-words">{runtime.message}</p>}
          <p className="text-sm c-text-3">{t('A different runtime is used from the next start.')}</p>
        </div>
        <Button icon="i-lucide-rotate-cw" onClick={() => runtimeActions.restartRuntime()}>
          {t('Restart the runtime')}
        </Button>
      </div>
      <NetworkSettings />
      <SearchSettings />
    </>
  );
}
