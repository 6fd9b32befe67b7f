import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';

/** The page's title names the chat, and says from another tab that an answer is needed. */
export function useDocumentTitle(): void {
  const { title, status } = useStore($chat, { keys: ['title', 'status'] });
  useEffect(() => {
    const page = title === '' ? 'Devonz' : `${title} · Devonz`;
    document.title = status === 'waiting_for_approval' ? t('● Approval needed · {page}', { page }) : page;
  }, [title, status]);
}
