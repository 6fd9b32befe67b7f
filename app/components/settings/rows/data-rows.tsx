import { t } from '../../../lib/i18n/t.ts';
import { ForgetRow } from '../forget-row.tsx';
import { OfflineCopyRow } from '../offline-copy-row.tsx';
import { ChatData } from '../sessions/chat-data.tsx';
import { SessionImport } from '../sessions/session-import.tsx';
import { StorageUseView } from '../sessions/storage-use-view.tsx';
import { SettingsTransfer } from '../settings-transfer.tsx';
import type { RowEntry } from './row-entry.ts';

/** Export, import and deletion of stored data. */
export const dataRows: readonly RowEntry[] = [
  {
    render: () => (
      <p className="c-text-2 pb-2">
        {t(
          'Chats, files and settings are kept in this browser only. Messages go to the model you chose, package names to the package registry, and programs send what they like to hosts that browsers or you let them reach; nothing else leaves it.',
        )}
      </p>
    ),
  },
  { finds: [{ title: () => t('Storage') }], render: () => <StorageUseView /> },
  { finds: [{ title: () => t('Open without a network'), words: 'offline' }], render: () => <OfflineCopyRow /> },
  {
    finds: [
      { title: () => t('Export settings'), words: 'TOML' },
      { title: () => t('Import settings'), text: () => t('From such a file. What would change is shown first.') },
    ],
    render: () => <SettingsTransfer />,
  },
  { finds: [{ title: () => t('Import a session') }], render: () => <SessionImport /> },
  { render: () => <ChatData /> },
  { finds: [{ title: () => t('Delete everything'), words: 'reset privacy' }], render: () => <ForgetRow /> },
];
