import { fieldsOf } from '../../agent/calls/fields-of.ts';
import { printOutput } from '../../agent/results/print-output.ts';
import type { JsonValue } from '../../protocol/message.ts';

/** Fields that the text states in other words, or that repeat the call or the output. */
const SAID: ReadonlySet<string> = new Set([
  'status',
  'timedOut',
  'command',
  'exitCode',
  'processId',
  'ports',
  'waitingForInput',
  'output',
  'stdout',
  'stderr',
  'streams',
  'refused',
  'note',
  'whole',
]);

/**
 * Formats a command's output and how it ended. The output contains both streams in the order in which they were printed, so neither is
 * printed twice. If a successful command wrote only to standard error, the text says so.
 */
export function printCommand(output: JsonValue): string {
  const fields = fieldsOf(output);
  const others = Object.fromEntries([...fields].filter(([name]) => !SAID.has(name)));
  const refused = fieldsOf(fields.get('refused')).get('note');
  return [
    endLine(fields),
    ...(Object.keys(others).length === 0 ? [] : [printOutput(others)]),
    ...outputLines(fields),
    ...[fields.get('whole'), refused, fields.get('note')].filter((note) => typeof note === 'string'),
  ].join('\n');
}

function endLine(fields: ReadonlyMap<string, JsonValue>): string {
  const status = fields.get('status');
  const process = typeof fields.get('processId') === 'string' ? ` as process ${String(fields.get('processId'))}` : '';
  if (status !== 'running' && status !== 'timed_out') return `Exit code: ${JSON.stringify(fields.get('exitCode') ?? null)}`;
  const prompt = promptOf(fields);
  return [`Runs${process}${portsOf(fields.get('ports'))}.`, ...(prompt === null ? [] : [`It waits for input: ${prompt}`])].join('\n');
}

function portsOf(ports: JsonValue | undefined): string {
  if (!Array.isArray(ports) || ports.length === 0) return '';
  const named = ports.map((each) => {
    const fields = fieldsOf(each);
    return `localhost:${JSON.stringify(fields.get('port') ?? null)} (in the preview: ${String(fields.get('url') ?? '')})`;
  });
  return `, listening on ${named.join(', ')}`;
}

function promptOf(fields: ReadonlyMap<string, JsonValue>): string | null {
  const prompt = fieldsOf(fields.get('waitingForInput')).get('prompt');
  return typeof prompt === 'string' ? prompt : null;
}

function outputText(output: JsonValue | undefined): string {
  return typeof output === 'string' ? output.replace(/\n+$/, '') : printOutput(output ?? '');
}

function outputLines(fields: ReadonlyMap<string, JsonValue>): string[] {
  const whole = outputText(fields.get('output'));
  const prompt = promptOf(fields)?.trimEnd() ?? '';
  // The prompt is said above.
  const isAsking = prompt !== '' && whole.trimEnd().endsWith(prompt);
  const text = isAsking ? whole.trimEnd().slice(0, -prompt.length).trimEnd() : whole;
  if (text === '') return isAsking ? [] : ['No output.'];
  const isOnlyErrors = fields.get('exitCode') === 0 && fields.get('stdout') === '' && fields.get('stderr') !== '';
  return [isOnlyErrors ? 'Output (all of it on standard error):' : 'Output:', text];
}
