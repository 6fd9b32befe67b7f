import { z } from 'zod';

export const delegateInputSchema = z.object({
  task: z.string().min(1).max(20_000).describe('What to do and what to report, whole: the sub-agent sees nothing of this conversation'),
  role: z.string().min(1).max(100).optional().describe('Name of a role of the project, where it has some'),
  scope: z
    .array(z.string().min(1).max(400))
    .max(20)
    .optional()
    .describe('Globs of the files that it may write, such as "docs/**"; without it the sub-agent only reads'),
  tools: z.array(z.string().max(128)).max(60).optional().describe('Names of the tools that it has; without it all that it may use'),
  budget: z
    .object({
      steps: z.number().int().min(1).max(100).optional(),
      tokens: z.number().int().min(1).optional(),
      money: z.number().min(0.001).optional().describe('US dollars'),
      minutes: z.number().min(0.1).optional(),
    })
    .optional()
    .describe('What it may use at most; 20 steps where they are not named. All of it counts to this run'),
});
export type DelegateInput = z.output<typeof delegateInputSchema>;
