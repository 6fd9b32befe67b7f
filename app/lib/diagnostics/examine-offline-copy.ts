import { t } from '../i18n/t.ts';
import type { OfflineCopy } from '../stores/offline/offline-copy.ts';
import type { Finding } from './finding.ts';

/** Examines whether the app opens without a network. */
export function examineOfflineCopy(copy: OfflineCopy): Finding {
  const about = { id: 'offline-copy', name: t('Opens without a network'), state: 'note' } as const;
  switch (copy.status) {
    case 'ready':
      return {
        ...about,
        state: 'good',
        value: copy.hasNewer
          ? t('Yes; a newer version is ready')
          : t('Yes, {megabytes} MB are kept', { megabytes: Math.round(copy.bytes / 1_000_000) }),
      };
    case 'making':
      return { ...about, value: t('Soon: a copy is being made') };
    case 'impossible':
      return { ...about, value: t('No') };
    case 'failed':
      return { ...about, state: 'warning', value: t('Not yet'), advice: t('Settings → Data → Open without a network says why.') };
    case 'none':
      return copy.why === 'removed'
        ? { ...about, value: t('No: the copy was removed') }
        : { ...about, value: t('Not yet'), advice: t('Settings → Data → Open without a network says why.') };
  }
}
