import { t } from '../../../lib/i18n/t.ts';
import { RUNTIME_NAMES } from '../../ui/text/runtime-text.ts';
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
    finds: [{ title: () => t('Hosts that programs may reach'), text: () => t('Hosts'), words: 'proxy CORS' }],
    render: () => <NetworkSettings />,
  },
  {
    settings: ['searchEndpoint'],
    finds: [{ title: () => t('Web search'), text: () => t('Search endpoint') }],
    render: () => <SearchSettings />,
  },
];
