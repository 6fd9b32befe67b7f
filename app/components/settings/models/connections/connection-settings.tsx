import './connection-settings.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { saidReason } from '../../../../lib/i18n/said-reason.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { ConnectionInfo } from '../../../../lib/protocol/models/connections.ts';
import { $connections } from '../../../../lib/stores/connections.ts';
import { useOverlay } from '../../../page/overlay-context.tsx';
import { useActions } from '../../../page/workbench-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { visibleLines } from '../../../ui/text/visible-name.ts';
import { RemoveDialog } from '../../remove-dialog.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { PassphraseForm } from './passphrase-form.tsx';
import { ProviderPicker } from './provider-picker.tsx';

type Open = { type: 'nothing' } | { type: 'picker' } | { type: 'form'; providerId: string } | { type: 'edit' | 'removal'; id: string };

/** The available providers: the user's own and the server's. */
export function ConnectionSettings() {
  const actions = useActions('connections');
  const found = useStore($connections);
  const [open, setOpen] = useState<Open>({ type: 'nothing' });
  // Another tab may have changed the connections.
  useEffect(() => void actions.refreshConnections(), [actions]);
  const close = () => setOpen({ type: 'nothing' });
  if (found.state === 'loading') return <p role="status">{t('Asking the server for the providers…')}</p>;
  if (found.state === 'failed') {
    return (
      <div className="connection-form" role="alert">
        <p className="c-red wrap-anywhere">
          {t('The providers could not be listed.')} {found.why}
        </p>
        <div>
          <Button onClick={() => void actions.refreshConnections()}>{t('Try again')}</Button>
        </div>
      </div>
    );
  }
  const { providers, connections, keeping, serverKeys } = found;
  const picked = open.type === 'form' ? providers.find(({ id }) => id === open.providerId) : undefined;
  return (
    <>
      <div className="flex items-center pb-2">
        <h3 className="side-heading flex-1 m-0!">{t('Providers')}</h3>
        {keeping.isOn && open.type === 'nothing' && (
          <Button size={24} icon="i-lucide-plus" onClick={() => setOpen({ type: 'picker' })}>
            {t('Add a provider')}
          </Button>
        )}
      </div>
      {!keeping.isOn && <p className="c-yellow wrap-anywhere pb-2">{saidReason(keeping)}</p>}
      {open.type === 'picker' && (
        <ProviderPicker providers={providers} onPick={(providerId) => setOpen({ type: 'form', providerId })} onCancel={close} />
      )}
      {picked !== undefined && <ConnectionForm provider={picked} edited={null} onDone={close} />}
      <ul aria-label={t('Providers')} className="connection-list">
        {connections.length === 0 && open.type === 'nothing' && (
          <li className="c-text-3">
            {t('None yet: the demo answers from a script. Add a provider with a key of yours, or one that runs on this machine.')}
          </li>
        )}
        {connections.map((connection) => (
          <ConnectionRow key={connection.id} connection={connection} open={open} onOpen={setOpen} />
        ))}
      </ul>
      {serverKeys.state === 'passphrase' && <PassphraseForm />}
      {serverKeys.state === 'granted' && serverKeys.canLeave === true && (
        <div className="flex items-center gap-2 pb-2">
          <p className="text-sm c-text-2 flex-1">
            {t(
              'You have given this server’s passphrase: its own models are open to this browser. Signing out closes them, and leaves chats, files and keys of yours where they are.',
            )}
          </p>
          <Button size={24} onClick={() => void actions.leaveServerModels()}>
            {t('Sign out')}
          </Button>
        </div>
      )}
      {serverKeys.state === 'refused' && <p className="text-sm c-yellow wrap-anywhere pb-2">{saidReason(serverKeys)}</p>}
      <p className="text-sm c-text-3 pb-3">
        {keeping.isOn && keeping.where === 'cookie' && t('Keys are kept encrypted in a cookie of this browser that no script can read.')}
        {keeping.isOn && keeping.where === 'server' && t('Keys are kept encrypted on the server, for this browser.')}{' '}
        {t('They are sent to their provider alone, by the server.')}
      </p>
      {(connections.some(({ owner }) => owner === 'user') || serverKeys.state === 'granted') && <SharedComputer />}
    </>
  );
}

/** A warning, shown if the next user of this browser could use or read something. */
function SharedComputer() {
  const { setOverlay } = useOverlay();
  return (
    <div className="flex items-center gap-2 pb-3">
      <p className="text-sm c-text-2 flex-1">
        {t(
          'Whoever uses this browser after you can use these models and read your chats. On a computer that others use, delete everything when you leave.',
        )}
      </p>
      <Button size={24} onClick={() => setOverlay({ type: 'forget' })}>
        {t('Delete everything…')}
      </Button>
    </div>
  );
}

interface ConnectionRowProps {
  connection: ConnectionInfo;
  open: Open;
  onOpen: (open: Open) => void;
}

function ConnectionRow({ connection, open, onOpen }: ConnectionRowProps) {
  const actions = useActions('connections');
  const found = useStore($connections);
  const { id, name, owner, providerId, values } = connection;
  const provider = found.state === 'ready' ? found.providers.find((each) => each.id === providerId) : undefined;
  const shown = visibleLines(name);
  const isOpen = (type: 'edit' | 'removal') => open.type === type && open.id === id;
  const close = () => onOpen({ type: 'nothing' });
  return (
    <li className="connection" aria-label={t('Provider {shown}', { shown })}>
      <div className="connection-head">
        <div className="flex-1 min-w-0">
          <p className="flex flex-wrap items-center gap-6px">
            <span className="font-medium wrap-anywhere">{shown}</span>
            <Badge tone={owner === 'user' ? 'green' : 'neutral'}>{owner === 'user' ? ownText(connection) : t('Of this server')}</Badge>
          </p>
          <p className="text-sm c-text-3 wrap-anywhere">{values.baseUrl ?? provider?.name ?? providerId}</p>
        </div>
        {owner === 'user' && (
          <>
            <IconButton
              icon="i-lucide-pencil"
              iconSize={14}
              label={t('Edit {shown}', { shown })}
              tip={t('Edit')}
              onClick={() => onOpen({ type: 'edit', id })}
            />
            <IconButton
              icon="i-lucide-trash-2"
              iconSize={14}
              label={t('Remove {shown}', { shown })}
              tip={t('Remove')}
              onClick={() => onOpen({ type: 'removal', id })}
            />
          </>
        )}
      </div>
      {isOpen('edit') && provider !== undefined && <ConnectionForm provider={provider} edited={connection} onDone={close} />}
      {isOpen('removal') && (
        <RemoveDialog name={shown} onRemove={() => actions.removeConnection(id)} onClose={close}>
          {t(
            'Its key and its address are deleted here; its models are no longer offered. The key itself stays valid at the provider until you revoke it there.',
          )}
        </RemoveDialog>
      )}
    </li>
  );
}

function ownText({ secretsSet }: ConnectionInfo): string {
  return secretsSet.length === 0 ? t('Yours, without a key') : t('Yours, key set');
}
