import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import { printOutput } from '../agent/results/print-output.ts';
import type { JsonValue } from '../protocol/message.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { defineTool } from './define-tool.ts';
import { shownOnly } from './shown-only.ts';

const MAX_ERRORS = 50;

const schema = z.object({
  source: z.enum(['terminal', 'preview', 'build', 'all']).default('all').meta(shownOnly('Whose')),
});

export const getErrorsTool = defineTool({
  name: TOOL_NAMES.getErrors,
  kind: 'read',
  description: 'The errors that terminal, build and preview show now.',
  schema,
  needsWrites: true,
  print: printErrors,
  async plan() {
    return { ok: true, intent: { kind: 'read', paths: [] } };
  },
  async run({ source }, { problems }) {
    await problems.settled?.();
    const all = problems.list(source);
    const errors = all.slice(0, MAX_ERRORS).map((problem) => ({
      source: problem.source,
      message: problem.message,
      ...(problem.file === undefined ? {} : { file: problem.file }),
      ...(problem.line === undefined ? {} : { line: problem.line }),
      count: problem.count,
    }));
    const missing = source === 'preview' || source === 'terminal' ? null : (problems.note?.() ?? null);
    const notes = [
      ...(all.length > errors.length ? [`The first ${errors.length} of ${all.length}.`] : []),
      ...(missing === null ? [] : [missing]),
    ];
    return {
      ok: true,
      output: {
        hasErrors: all.length > 0,
        count: all.length,
        errors,
        ...(all.length > errors.length ? { truncated: true } : {}),
        ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
      },
      effects: [
        {
          type: 'errors-listed',
          source,
          count: all.length,
          errors: errors.map(({ file, message }) => (file === undefined ? message : `${file}: ${message}`)),
        },
      ],
    };
  },
});

/** Formats errors like compilers: `source file:line: message`. */
function printErrors(output: JsonValue): string {
  const fields = fieldsOf(output);
  const errors = fields.get('errors');
  if (!Array.isArray(errors)) return printOutput(output);
  const lines = errors.map((error) => {
    const { source, file, line, message, count } = Object.fromEntries(fieldsOf(error));
    const place = typeof file === 'string' ? ` ${file}${typeof line === 'number' ? `:${line}` : ''}` : '';
    const times = typeof count === 'number' && count > 1 ? ` (${count} times)` : '';
    return `${String(source)}${place}: ${String(message)}${times}`;
  });
  const note = fields.get('note');
  return [...(lines.length === 0 ? ['No errors.'] : lines), ...(typeof note === 'string' ? [note] : [])].join('\n');
}
