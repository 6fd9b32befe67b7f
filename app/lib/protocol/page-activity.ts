import { FAILED_REQUEST_LIMITS as LIMITS } from 'devonz-engine-protocol/page-activity';
import { z } from 'zod';

const port = z.number().int().min(1).max(65_535);

/** Activity of a watched preview page, besides errors. The page's own script reports it, so it is untrusted. */
export const pageActivitySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('log'), port, level: z.enum(['log', 'info', 'warn']), message: z.string().max(20_000) }),
  z.object({
    type: z.literal('failed-request'),
    port,
    method: z.string().max(LIMITS.method),
    address: z.string().max(LIMITS.address),
    status: z.number().int().min(0).max(999),
    initiator: z.string().max(LIMITS.initiator),
    stack: z.string().max(LIMITS.stack),
  }),
  z.object({
    type: z.literal('place'),
    port,
    /** With query and hash. Anything longer is useless to a reader. */
    path: z.string().regex(/^\//).max(4_000),
    canGoBack: z.boolean(),
    canGoForward: z.boolean(),
  }),
]);
