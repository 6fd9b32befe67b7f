import { z } from 'zod';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';

/** Answers most questions and names the other pages. */
const FIRST_PAGE = 'docs/using.md';
/** Characters of a page in one result. */
const LONGEST = 16_000;

const schema = z.object({
  page: z.string().max(200).default(FIRST_PAGE).describe('Which page; without it the answers to "how do I …"'),
  from: z.number().int().min(0).default(0).describe('From which character on, for a page that was cut'),
});

/** Reads the product's documentation, which is neither part of the project nor the user's. */
export const helpTool = defineTool({
  name: TOOL_NAMES.help,
  kind: 'read',
  description:
    'Read the documentation of Devonz, the product that you and the user are in: for questions such as "how do I change what is approved?". Answer from it; you cannot change settings, so say which one the user could change.',
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
