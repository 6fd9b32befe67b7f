import { z } from 'zod';
import type { PageLook } from '../protocol/project-facts/page-look.ts';
import type { Problem } from '../protocol/project-facts/problem.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { awaitPagePort } from './commands/await-page-port.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { shownOnly } from './shown-only.ts';

/** Limits of the outline's characters and of the errors in one result. */
const LONGEST = 12_000;
const MOST_ERRORS = 20;

const schema = z.object({
  port: z.number().int().min(1).max(65_535).optional().meta(shownOnly('Else the one the user sees')),
  path: z.string().max(1_000).optional().describe('Else the page as the user has it'),
});

export const previewTool = defineTool({
  name: TOOL_NAMES.preview,
  kind: 'read',
  needs: 'preview',
  description: 'Look at the page in the preview: what is seen, in words (no screenshot), and console errors.',
  schema,
  needsWrites: true,
  sameAgain: 'As at your last look; nothing has changed.',
  async plan() {
    return { ok: true, intent: { kind: 'read', paths: [] } };
  },
  async run({ port, path }, context) {
    const { preview, problems, signal } = context;
    if (path !== undefined && !/^\/(?![/\\])[^\u0000-\u001f]*$/.test(path)) {
      return failure('bad_arguments', `The path ${JSON.stringify(path)} must begin with one /, such as "/about".`);
    }
    if (preview === undefined) return failure('not_found', 'This host cannot look at pages.');
    const awaited = await awaitPagePort(context, preview, port);
    if (!awaited.ok) return awaited;
    const wanted = awaited.port;
    const found = await preview.look(wanted, path ?? null, signal);
    const errors = problems.list('preview');
    if (!found.ok) return failure('failed', `The page on port ${wanted} was not seen: ${found.why}.${errorSentence(errors)}`);
    const output = { port: wanted, ...lookOutput(found.look), errors: errors.slice(0, MOST_ERRORS).map(errorLine) };
    return { ok: true, output, effects: [] };
  },
});

function lookOutput({ title, place, isLoaded, width, height, lines, isCut }: PageLook) {
  const text = lines.join('\n');
  const page = text.slice(0, LONGEST);
  const notes = [
    ...(lines.length === 0 ? ['The page is blank: nothing on it can be seen.'] : []),
    ...(isLoaded ? [] : ['It was still loading.']),
    ...(isCut || page.length < text.length ? ['There is more on the page than is shown here.'] : []),
  ];
  return { title, place, size: `${width} × ${height}`, page, ...(notes.length === 0 ? {} : { note: notes.join(' ') }) };
}

function errorLine({ message, count, file, line }: Problem): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `;
  return `${place}${message}${count > 1 ? ` (${count} times)` : ''}`;
}

function errorSentence(errors: readonly Problem[]): string {
  return errors.length === 0 ? '' : ` Its errors: ${errors.slice(0, MOST_ERRORS).map(errorLine).join('; ')}`;
}
