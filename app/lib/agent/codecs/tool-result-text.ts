import type { JsonValue, ToolPart } from '../../protocol/message.ts';
import { isDeniedMessage } from '../calls/denied-message.ts';

/** Shown first, under the names the seed gives them; everything else follows under its own. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['command', 'Command'],
  ['status', 'Status'],
  ['exitCode', 'Exit code'],
  ['output', 'Output'],
  ['stderr', 'Standard error'],
]);

/** What is long comes last, so that the short facts are seen; and what is wrong after all of it. */
const LAST = ['output', 'stderr'];

/** The result of a call as text, for a model that is given no function results. */
export function toolResultText(part: ToolPart): string {
  return [`Tool result ${part.toolName}`, ...bodyLines(part)].join('\n');
}

function bodyLines(part: ToolPart): string[] {
  if (part.state === 'output-available') return outputLines(part.output);
  const command = fieldOf(part.input, 'command');
  const subject = typeof command === 'string' ? [`Command: ${command}`] : [];
  if (part.state === 'input-available') return [...subject, 'Not executed: it has no result.'];
  return [...subject, `${isDeniedMessage(part.errorText) ? 'Not executed' : 'Error'}: ${part.errorText}`];
}

function outputLines(output: JsonValue): string[] {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return [textOf(output)];
  const fields = new Map(Object.entries(output));
  // Of a command that ended the exit code says all.
  if (fields.get('status') === 'completed' && fields.has('exitCode')) fields.delete('status');
  // Of a command: it is in the output, as all is where nothing went to standard error.
  if (fields.has('output')) for (const name of ['stdout', 'streams']) fields.delete(name);
  if (fields.get('stderr') === '') fields.delete('stderr');
  const names = [...LABELS.keys()].filter((name) => !LAST.includes(name) && fields.has(name));
  const others = [...fields.keys()].filter((name) => !LABELS.has(name));
  const all = [...names, ...others, ...LAST.filter((name) => fields.has(name))];
  const lines = all.map((name) => ({ name, text: textOf(fields.get(name) ?? null) }));
  const isBlock = ({ name, text }: { name: string; text: string }) => LAST.includes(name) || text.includes('\n');
  return [
    ...lines.filter((line) => !isBlock(line)).map(({ name, text }) => `${LABELS.get(name) ?? name}: ${text}`),
    ...lines.filter(isBlock).map(({ name, text }) => `${LABELS.get(name) ?? name}:\n${text}`),
  ];
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fieldOf(value: JsonValue, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value)).get(name);
}
