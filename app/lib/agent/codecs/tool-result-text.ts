import type { JsonValue, ToolPart } from '../../protocol/message.ts';
import { isDeniedMessage } from '../calls/denied-message.ts';

/** Fields shown first, under the seed's labels; all others follow under their own names. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['command', 'Command'],
  ['status', 'Status'],
  ['exitCode', 'Exit code'],
  ['output', 'Output'],
  ['stderr', 'Standard error'],
]);

/** Long fields come last, so that the short facts are seen first; errors come after all of them. */
const LAST = ['output', 'stderr'];

/** Returns the result of a call as text, for a model that receives no function results. */
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
  // The exit code of a completed command makes the status redundant.
  if (fields.get('status') === 'completed' && fields.has('exitCode')) fields.delete('status');
  // Redundant for a command: the output includes it.
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
