import '../rule-list.css';
import { useStore } from '@nanostores/react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $outbound } from '../../../lib/stores/outbound.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { relativeTime } from '../../ui/relative-time.tsx';
import { visibleHost } from '../../ui/text/visible-host.ts';

/** The hosts that programs of the open project may or may not reach through the server. */
export function NetworkSettings() {
  const actions = useActions('outbound');
  const { isAvailable, decisions, others, isMuted } = useStore($outbound);
  return (
    <section aria-labelledby="network-heading" className="pt-5">
      <h3 id="network-heading" className="pb-1">
        {t('Hosts that programs may reach')}
      </h3>
      <p className="text-sm c-text-3 pb-2">
        {isAvailable
          ? t(
              'Where the browser lets no page read what a host answers, the app’s server asks in its place, once you allow the host. Hosts that it does let pages read need no permission.',
            )
          : t('Programs reach what the browser lets pages read. This server, or this runtime, passes nothing else on.')}
      </p>
      {isAvailable && (
        <ul aria-label={t('Hosts')} className="rules">
          {decisions.length === 0 && <li className="rule c-text-3">{t('None yet. A program’s first request to a host asks.')}</li>}
          {decisions.map(({ host, verdict, decidedAt }) => (
            <li key={host} className="rule">
              <Badge tone={verdict === 'allowed' ? 'green' : 'red'}>{verdict === 'allowed' ? t('Allow') : t('Deny')}</Badge>
              <div className="flex-1 min-w-0 py-1">
                <code className="wrap-anywhere">{visibleHost(host).text}</code>
                <p className="text-sm c-text-3">{t('In this project · {time}', { time: relativeTime(decidedAt, Date.now()) })}</p>
              </div>
              <IconButton
                icon="i-lucide-trash-2"
                iconSize={14}
                label={t('Forget {host}', { host: visibleHost(host).text })}
                tip={t('Forget: ask again')}
                onClick={() => actions.forgetHost(host)}
              />
            </li>
          ))}
        </ul>
      )}
      {isMuted && (
        <div className="setting-row">
          <p className="flex-1 min-w-0">{t('New hosts are denied in this project without a question.')}</p>
          <Button onClick={() => actions.askAgain()}>{t('Ask again')}</Button>
        </div>
      )}
      {others > 0 && (
        <div className="setting-row">
          <p className="flex-1 min-w-0 c-text-2">
            {plural(others, { one: 'One host is remembered in other projects.', other: '{count} hosts are remembered in other projects.' })}
          </p>
          <Button onClick={() => actions.forgetAllHosts()}>{t('Forget all')}</Button>
        </div>
      )}
    </section>
  );
}
