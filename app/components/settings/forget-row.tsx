import { buttonName } from '../../lib/button-names/button-name.ts';
import { t } from '../../lib/i18n/t.ts';
import { useOverlay } from '../page/overlay-context.tsx';
import { Button } from '../ui/button.tsx';
import { SettingRow } from './setting-row.tsx';

/** A row that opens the confirmation for deleting all data in this browser. */
export function ForgetRow() {
  const { setOverlay } = useOverlay();
  return (
    <SettingRow
      title={t('Delete everything')}
      text={t(
        'All that Devonz keeps in this browser: projects, chats, keys, settings, the offline copy. What that is, is said first. For a computer that others use as well, too.',
      )}
      textId="data-forget"
      lines={3}
    >
      <Button variant="danger" onClick={() => setOverlay({ type: 'forget' })}>
        {buttonName('delete-everything')}
      </Button>
    </SettingRow>
  );
}
