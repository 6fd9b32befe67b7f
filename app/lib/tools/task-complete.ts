import { z } from 'zod';
import { defineTool } from './define-tool.ts';

const schema = z.object({ summary: z.string().min(1).max(20_000).describe('What was done, for the person, in a few sentences') });

export const taskCompleteTool = defineTool({
  name: 'devonz_task_complete',
  kind: 'control',
  description: 'Say that the task is done and what was done. It ends the run.',
  schema,
  outcome: 'complete',
  async plan() {
    return { ok: true, intent: { kind: 'control' } };
  },
  async run({ summary }) {
    return { ok: true, output: { summary } };
  },
});
