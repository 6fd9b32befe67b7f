import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $runtime } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { runtimeText, runtimeTone } from '../../ui/text/runtime-text.ts';

/** The state of the current runtime, with a restart button. */
export function RuntimeState() {
  const runtimeActions = useActions('runtime');
  const runtime = useStore($runtime);
  return (
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
  );
}
