import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { $hosts } from '../../../lib/stores/machines/own-computer.ts';
import { HostList } from '../../page/hosts/host-list.tsx';
import { useOverlay } from '../../page/overlay-context.tsx';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';

/** The real machines that this browser knows, and the way to another one. */
export function HostSettings() {
  const actions = useActions('machines');
  const { setOverlay } = useOverlay();
  const hosts = useStore($hosts);
  useEffect(() => void actions.lookAtOwnComputer(), [actions]);
  const open = (id: string, isConnected: boolean) => setOverlay({ type: 'machine', link: null, host: { id, isConnected } });
  return (
    <section aria-labelledby="hosts-heading" className="pt-5">
      <h3 id="hosts-heading" className="pb-1">
        {t('This computer or a server')}
      </h3>
      <p className="text-sm c-text-3 pb-2">
        {t('Folders that chats work in, outside this browser. A list entry holds no password; the machine asks for it again.')}
      </p>
      {hosts.length > 0 && (
        <div className="pb-2">
          <HostList hosts={hosts} onConnect={(id) => open(id, true)} onEdit={(id) => open(id, false)} onForget={actions.forgetKeptHost} />
        </div>
      )}
      <Button icon="i-lucide-plus" onClick={() => setOverlay({ type: 'machine', link: null })}>
        {t('Open a folder of a machine…')}
      </Button>
    </section>
  );
}
