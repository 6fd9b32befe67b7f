import { t } from '../i18n/t.ts';
import type { AttentionReason } from './attention-store.ts';

/** Texts of the title, the badge and notifications. Others may see the screen, so they contain nothing of a file, a command or a host. */
export const ATTENTION_TEXT = {
  title: (chatTitle: string) => (chatTitle === '' ? 'Devonz' : `${chatTitle} · Devonz`),
  markedTitle: (count: number, what: string, title: string) => `(${count}) ${what} · ${title}`,
  reasons: {
    storage: () => t('Storage is full'),
    approval: () => t('Approval needed'),
    host: () => t('Network access needed'),
    question: () => t('Question for you'),
    stopped: () => t('Agent stopped'),
    completed: () => t('Task completed'),
  },
  notifications: {
    storage: () => t('Devonz: storage is full'),
    approval: () => t('Devonz: approval needed'),
    host: () => t('Devonz: network access needed'),
    question: () => t('Devonz: a question for you'),
    stopped: () => t('Devonz: the agent stopped'),
    completed: () => t('Devonz: task completed'),
  },
} as const satisfies {
  title: unknown;
  markedTitle: unknown;
  reasons: Record<AttentionReason, () => string>;
  notifications: Record<AttentionReason, () => string>;
};
