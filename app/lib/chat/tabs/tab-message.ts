import { z } from 'zod';
import type { ProposedChange } from '../../agent/contract/proposed-change.ts';
import { approvalIdSchema, chatIdSchema } from '../../protocol/ids.ts';

const livePartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('reasoning'), id: z.string(), text: z.string() }),
  z.object({
    type: z.literal('tool-input'),
    toolCallId: z.string(),
    toolName: z.string(),
    fields: z.record(z.string(), z.string()),
    values: z.record(z.string(), z.string()).exactOptional(),
    isComplete: z.boolean(),
  }),
]);

const textsSchema = z.object({ path: z.string(), before: z.string(), after: z.string() });
const proposedChangeSchema: z.ZodType<ProposedChange> = textsSchema.extend({ others: z.array(textsSchema).exactOptional() });

/** What tabs with the same project open tell one another. Another version of the app may be in the other tab: what does not fit is left out. */
export const tabMessageSchema = z.discriminatedUnion('type', [
  /** A tab that follows is there. */
  z.object({ type: z.literal('watching') }),
  /** The user wants to work in the tab `by`. */
  z.object({ type: z.literal('wanted'), by: z.string() }),
  /** The tab that works has heard it and lets go for the tab `to`. */
  z.object({ type: z.literal('letting-go'), to: z.string() }),
  /** From now on the tab `by` works. */
  z.object({ type: z.literal('claimed'), by: z.string() }),
  /** A record has gone into a journal of the project. */
  z.object({ type: z.literal('appended'), record: z.unknown() }),
  /** The answer that is streaming in the tab that works, and what its commands have printed. Also to say that it is there. */
  z.object({
    type: z.literal('live'),
    chatId: chatIdSchema.nullable(),
    parts: z.array(livePartSchema),
    output: z.array(z.tuple([z.string(), z.string()])),
  }),
  /** A tab that follows wants to show what an approval would change. */
  z.object({ type: z.literal('proposal-wanted'), approvalId: approvalIdSchema }),
  z.object({ type: z.literal('proposal'), approvalId: approvalIdSchema, change: proposedChangeSchema.nullable() }),
]);
export type TabMessage = z.infer<typeof tabMessageSchema>;
