import { t } from '../../../lib/i18n/t.ts';
import { EXAMPLE_CONNECTION } from '../../../lib/protocol/machines/connection.ts';
import { RUNTIME_NAMES } from '../../ui/text/runtime-text.ts';
import { HostSettings } from '../network/host-settings.tsx';
import { NetworkSettings } from '../network/network-settings.tsx';
import { RuntimeState } from '../network/runtime-state.tsx';
import { SearchSettings } from '../network/search-settings.tsx';
import type { RowEntry } from './row-entry.ts';

/** Where commands and servers run, and which hosts they can reach. */
export const runtimeRows: readonly RowEntry[] = [
  {
    setting: 'runtimeHost',
    title: () => t('Runtime'),
    words: 'WebContainer StackBlitz',
    choices: {
      engine: {
        title: RUNTIME_NAMES.engine,
        text: () => t('Ours and open. Runs here, without an account; the network is needed only to install packages.'),
      },
      stackblitz: {
        title: RUNTIME_NAMES.stackblitz,
        text: () => t('The hosted runtime of StackBlitz; your project’s files go to its page.'),
      },
      auto: { title: RUNTIME_NAMES.auto, text: () => t('Tries StackBlitz for at most 3 seconds, then uses the engine.') },
    },
  },
  { render: () => <RuntimeState /> },
  {
    finds: [{ title: () => t('This computer or a server'), text: () => t('Known hosts'), words: 'SSH Docker Podman bridge machine' }],
    render: () => <HostSettings />,
  },
  {
    setting: 'connection.host',
    title: () => t('Remote host'),
    text: () =>
      t('Proposed when a folder of another machine is opened: a name or an address, such as {example}.', {
        example: EXAMPLE_CONNECTION.host,
      }),
    words: 'SSH server Jexida',
  },
  {
    setting: 'connection.user',
    title: () => t('Remote user'),
    text: () => t('The name with which you log in there, such as {example}.', { example: EXAMPLE_CONNECTION.user }),
    words: 'SSH login Jexida',
  },
  {
    finds: [{ title: () => t('Hosts that programs may reach'), text: () => t('Hosts'), words: 'proxy CORS' }],
    render: () => <NetworkSettings />,
  },
  {
    settings: ['searchEndpoint'],
    finds: [{ title: () => t('Web search'), text: () => t('Search endpoint') }],
    render: () => <SearchSettings />,
  },
];
