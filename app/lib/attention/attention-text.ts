import type { AttentionReason } from './attention-store.ts';

/** What the title, the badge and notifications say. Others may see the screen: nothing of a file, a command or a host. */
export const ATTENTION_TEXT = {
  title: (chatTitle: string) => (chatTitle === '' ? 'Devonz' : `${chatTitle} · Devonz`),
  markedTitle: (count: number, what: string, title: string) => `(${count}) ${what} · ${title}`,
  reasons: {
    storage: 'Storage is full',
    approval: 'Approval needed',
    host: 'Network access needed',
    question: 'Question for you',
    stopped: 'Agent stopped',
    completed: 'Task completed',
  },
  notifications: {
    storage: 'Devonz: storage is full',
    approval: 'Devonz: approval needed',
    host: 'Devonz: network access needed',
    question: 'Devonz: a question for you',
    stopped: 'Devonz: the agent stopped',
    completed: 'Devonz: task completed',
  },
} as const satisfies {
  title: unknown;
  markedTitle: unknown;
  reasons: Record<AttentionReason, string>;
  notifications: Record<AttentionReason, string>;
};
