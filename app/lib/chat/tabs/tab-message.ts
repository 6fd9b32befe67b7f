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

/** Messages between tabs with the same project open. The other tab may run another version of the app: messages that do not fit are ignored. */
export const tabMessageSchema = z.discriminatedUnion('type', [
  /** A tab follows. */
  z.object({ type: z.literal('watching') }),
  /** The user wants to work in the tab `by`. */
  z.object({ type: z.literal('wanted'), by: z.string() }),
  /** The working tab has received the request and is releasing the project for the tab `to`. */
  z.object({ type: z.literal('letting-go'), to: z.string() }),
  /** From now on the tab `by` is the working tab. */
  z.object({ type: z.literal('claimed'), by: z.string() }),
  /** A record was appended to a journal of the project. */
  z.object({ type: z.literal('appended'), record: z.unknown() }),
  /** The streaming answer of the working tab and the output of its commands. Also shows that the tab is alive. */
  z.object({
    type: z.literal('live'),
    chatId: chatIdSchema.nullable(),
    parts: z.array(livePartSchema),
    output: z.array(z.tuple([z.string(), z.object({ text: z.string(), linesBefore: z.number() })])),
  }),
  /** A following tab asks for the preview of a change that waits for approval. */
  z.object({ type: z.literal('proposal-wanted'), approvalId: approvalIdSchema }),
  z.object({ type: z.literal('proposal'), approvalId: approvalIdSchema, change: proposedChangeSchema.nullable() }),
]);
export type TabMessage = z.infer<typeof tabMessageSchema>;
