import { openingAnswerSchema, openingEventSchema, openingRequestSchema } from 'devonz-engine-protocol/machine/own-computer';
import { z } from 'zod';

/** Messages to the process that serves one machine; it answers with the events of opening it. */
export const toChildSchema = z.discriminatedUnion('type', [
  /** `app` is the origin of the page that may use the machine. */
  z.object({ type: z.literal('open'), request: openingRequestSchema, app: z.string() }),
  openingAnswerSchema.extend({ type: z.literal('answer') }),
  z.object({ type: z.literal('end') }),
]);
export type ToChild = z.infer<typeof toChildSchema>;

export const fromChildSchema = openingEventSchema;
