import { z } from 'zod';

/** The seven states of a session (C10). */
export const agentStatusSchema = z.enum([
  'idle',
  'thinking',
  'executing',
  'waiting_for_approval',
  'waiting_for_user',
  'error',
  'completed',
]);
export type AgentStatus = z.infer<typeof agentStatusSchema>;

/** Why a run ended or stands still; shown in words. */
export const sessionNoticeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('error'), message: z.string(), isRetryable: z.boolean() }),
  z.object({ type: z.literal('iteration-limit'), limit: z.number().int() }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('interrupted'), message: z.string() }),
]);
export type SessionNotice = z.infer<typeof sessionNoticeSchema>;
