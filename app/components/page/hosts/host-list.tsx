import './host-list.css';
import { t } from '../../../lib/i18n/t.ts';
import type { ListedHost } from '../../../lib/stores/machines/own-computer.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { hostFolder, hostState, hostTitle, placeKindName } from './host-text.ts';

interface HostListProps {
  hosts: readonly ListedHost[];
  onConnect: (id: string) => void;
  onEdit: (id: string) => void;
  onForget: (id: string) => void;
}

/** The hosts that this browser knows, with their state. */
export function HostList({ hosts, ...actions }: HostListProps) {
  return (
    <ul aria-label={t('Known hosts')} className="hosts">
      {hosts.map((host) => (
        <HostRow key={host.id} host={host} {...actions} />
      ))}
    </ul>
  );
}

function HostRow({ host, onConnect, onEdit, onForget }: Omit<HostListProps, 'hosts'> & { host: ListedHost }) {
  const { tone, text } = hostState(host.state);
  const title = visibleName(hostTitle(host));
  const folder = hostFolder(host);
  return (
    <li className="host" aria-label={title}>
      <div className="host-words">
        <p className="flex flex-wrap items-center gap-6px">
          <span className="font-medium wrap-anywhere">{visibleName(host.name)}</span>
          <Badge tone={tone}>{text}</Badge>
        </p>
        <p className="text-sm c-text-3 wrap-anywhere">
          {placeKindName(host.place.kind)}
          {folder !== '' && (
            <>
              {' · '}
              <code>{visibleName(folder)}</code>
            </>
          )}
        </p>
      </div>
      <div className="host-actions">
        <Button size={24} aria-label={t('Connect to {host}', { host: title })} onClick={() => onConnect(host.id)}>
          {t('Connect')}
        </Button>
        <IconButton
          icon="i-lucide-pencil"
          iconSize={14}
          label={t('Edit {name}', { name: title })}
          tip={t('Edit')}
          onClick={() => onEdit(host.id)}
        />
        <IconButton
          icon="i-lucide-trash-2"
          iconSize={14}
          label={t('Forget {host}', { host: title })}
          tip={t('Forget')}
          onClick={() => onForget(host.id)}
        />
      </div>
    </li>
  );
}
