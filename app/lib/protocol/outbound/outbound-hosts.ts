import { z } from 'zod';

export const hostVerdictSchema = z.enum(['allowed', 'denied']);
export type HostVerdict = z.infer<typeof hostVerdictSchema>;

/** What the user has said of one host: `api.example.com`, with a port that is not the usual one, with `http://` where nothing is encrypted. */
export const hostDecisionSchema = z.object({
  host: z.string().min(1).max(300),
  verdict: hostVerdictSchema,
  decidedAt: z.number(),
});
export type HostDecision = z.infer<typeof hostDecisionSchema>;

/** By project (the name of its previews' origins). */
export const outboundHostsSchema = z.record(z.string().max(64), z.array(hostDecisionSchema));
export type OutboundHosts = z.infer<typeof outboundHostsSchema>;
