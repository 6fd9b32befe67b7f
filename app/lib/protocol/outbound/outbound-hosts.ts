import { z } from 'zod';

export const hostVerdictSchema = z.enum(['allowed', 'denied']);
export type HostVerdict = z.infer<typeof hostVerdictSchema>;

/** The user's decision about one host, written as `api.example.com`; with the port unless it is the default, with `http://` if unencrypted. */
export const hostDecisionSchema = z.object({
  host: z.string().min(1).max(300),
  verdict: hostVerdictSchema,
  decidedAt: z.number(),
});
export type HostDecision = z.infer<typeof hostDecisionSchema>;

/** By project (the origin name of its previews). */
export const outboundHostsSchema = z.record(z.string().max(64), z.array(hostDecisionSchema));
export type OutboundHosts = z.infer<typeof outboundHostsSchema>;
