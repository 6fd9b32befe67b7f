import { z } from 'zod';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { rarelyGiven, shownOnly } from './shown-only.ts';

/** Answers most questions and names the other pages. */
const FIRST_PAGE = 'docs/using.md';
/** Characters of a page in one result. */
const LONGEST = 16_000;

const schema = z.object({
  page: z.string().max(200).default(FIRST_PAGE).meta(shownOnly('Else the answers to "how do I …"')),
  from: z.number().int().min(0).default(0).meta(rarelyGiven('Character to begin at')),
  tool: z.string().max(128).optional().meta(shownOnly('In place of a page: one of your tools')),
  arguments: z.string().max(100_000).optional().describe('JSON'),
});

/** Reads the product's documentation, which is neither part of the project nor the user's. */
export const helpTool = defineTool({
  name: TOOL_NAMES.help,
  kind: 'read',
  description: 'Read about Devonz, this product (only the user can change its settings); or describe or call one of your tools.',
  schema,
  async plan() {
    return { ok: true, intent: { kind: 'control' } };
  },
  async run({ page, from, tool }, { help, session }) {
    // A call with arguments never comes here: it is received as a call of that tool.
    if (tool !== undefined) {
      const text = session?.toolText(tool) ?? null;
      return text === null
        ? failure('not_found', `You have no tool ${JSON.stringify(tool)}.`)
        : { ok: true, output: { tool, description: text }, effects: [] };
    }
    if (help === undefined) return failure('not_found', 'The documentation is not here. Say that you do not know.');
    const text = await help.read(page);
    const pages = help.list();
    if (text === null) return failure('not_found', `There is no page ${JSON.stringify(page)}. The pages are: ${pages.join(', ')}.`);
    const content = text.slice(from, from + LONGEST);
    const next = from + content.length;
    return {
      ok: true,
      output: { page, content, ...(next < text.length ? { next, of: text.length } : {}), pages: [...pages] },
      effects: [],
    };
  },
});
