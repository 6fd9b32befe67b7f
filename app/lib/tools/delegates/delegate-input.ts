import { z } from 'zod';
import { rarelyGiven, shownOnly } from '../shown-only.ts';

export const delegateInputSchema = z.object({
  task: z.string().min(1).max(20_000).describe('Whole: it sees nothing of this conversation'),
  role: z.string().min(1).max(100).optional().meta(shownOnly('A role of the project')),
  scope: z.array(z.string().min(1).max(400)).max(20).optional().describe('Globs it may write, such as "docs/**"'),
  tools: z.array(z.string().max(128)).max(60).optional().meta(rarelyGiven('Names; else all it may use')),
  budget: z
    .object({
      steps: z.number().int().min(1).max(100).optional(),
      tokens: z.number().int().min(1).optional().meta(rarelyGiven('Of all its requests')),
      money: z.number().min(0.001).optional().meta(rarelyGiven('US dollars')),
      minutes: z.number().min(0.1).optional().meta(rarelyGiven('Of work')),
    })
    .optional()
    .describe('20 steps by default'),
});
export type DelegateInput = z.output<typeof delegateInputSchema>;
