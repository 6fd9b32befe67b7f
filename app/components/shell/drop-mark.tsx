import { t } from '../../lib/i18n/t.ts';

/** Covers the page while files are dragged over it. */
export function DropMark() {
  return (
    <div aria-hidden="true" className="image-drop-mark" style={{ position: 'fixed' }}>
      {t('Drop to bring it in as a project')}
    </div>
  );
}
