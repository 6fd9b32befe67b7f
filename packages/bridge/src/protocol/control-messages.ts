import * as z from 'zod';

/** Raised when an older page and a newer server would misunderstand each other. */
export const PROTOCOL_VERSION = 1;

/** The close code with which the server ends a session for good; the close frame holds the reason. */
export const CLOSED_FOR_GOOD = 4000;

const count = z.number().int().nonnegative();
const received = z.strictObject({ type: z.literal('received'), received: count });

/**
 * Text frames of the page. `hello` is the first on each socket; `session` is the identifier that an earlier socket
 * received.
 */
export const pageControlSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), version: z.number(), session: z.string().max(100).nullable(), received: count }),
  received,
]);
export type PageControl = z.infer<typeof pageControlSchema>;

/** Text frames of the server. `isResumed` is false if the server does not know the session, or has ended it. */
export const serverControlSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('welcome'), session: z.string(), received: count, isResumed: z.boolean() }),
  received,
]);
export type ServerControl = z.infer<typeof serverControlSchema>;
