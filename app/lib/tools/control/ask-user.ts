import { z } from 'zod';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import { defineTool } from '../define-tool.ts';
import { shownOnly } from '../shown-only.ts';

const schema = z.object({ question: z.string().min(1).max(8_000).meta(shownOnly('With the choices, where there are any')) });

export const askUserTool = defineTool({
  name: TOOL_NAMES.askUser,
  kind: 'control',
  description: 'Ask the user what you cannot find out or decide; pauses the run.',
  schema,
  keepsResult: true,
  async plan() {
    return { ok: true, intent: { kind: 'control' } };
  },
  async run({ question }) {
    return {
      ok: true,
      output: { question, note: 'Asked. The answer is the next message.' },
      effects: [{ type: 'question-asked', question }],
    };
  },
});
