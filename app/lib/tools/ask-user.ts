import { z } from 'zod';
import { defineTool } from './define-tool.ts';

const schema = z.object({ question: z.string().min(1).max(8_000).describe('The question, with the choices where there are any') });

export const askUserTool = defineTool({
  name: 'devonz_ask_user',
  kind: 'control',
  description: 'Ask the user something you cannot find out or decide yourself. The run pauses; the answer comes as their next message.',
  schema,
  outcome: 'ask-user',
  async plan() {
    return { ok: true, intent: { kind: 'control' } };
  },
  async run({ question }) {
    return { ok: true, output: { question, note: 'Asked. The answer is the next message.' } };
  },
});
