import type { SessionNotice } from '../../protocol/session-state.ts';

export type BudgetNotice = Extract<SessionNotice, { type: 'budget' }>;
