import { z } from 'zod';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { shownOnly } from './shown-only.ts';

/** Answers most questions and names the other pages. */
const FIRST_PAGE = 'docs/using.md';
/** Characters of a page in one result. */
const LONGEST = 16_000;

const schema = z.object({
  page: z.string().max(200).default(FIRST_PAGE).meta(shownOnly('Else the answers to "how do I …"')),
  from: z.number().int().min(0).default(0).meta(shownOnly('Character to begin at')),
});

/** Reads the product's documentation, which is neither part of the project nor the user's. */
export const helpTool = defineTool({
  name: TOOL_NAMES.help,
  kind: 'read',
  description:
    'Read the documentation of Devonz, this product, for questions about it. You cannot change settings: say which one the user could.',
  schema,
  async plan() {
    return { ok: true, intent: { kind: 'control' } };
  },
  async run({ page, from }, { help }) {
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
