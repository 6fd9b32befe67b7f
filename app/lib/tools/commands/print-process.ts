import { fieldsOf } from '../../agent/calls/fields-of.ts';
import { printOutput } from '../../agent/results/print-output.ts';
import type { JsonValue } from '../../protocol/message.ts';

/** The fields of a process that its one line says. */
const SAID: ReadonlySet<string> = new Set(['processId', 'command', 'status', 'exitCode', 'ports', 'waitingForInput', 'startedSince']);

/** Prints one process in a line, with what it printed below; a list of them with one line each. Empty texts are left out. */
export function printProcess(output: JsonValue): string {
  const fields = fieldsOf(output);
  const list = fields.get('processes');
  const others = Object.fromEntries([...fields].filter(([name, value]) => !SAID.has(name) && name !== 'processes' && value !== ''));
  const heads = Array.isArray(list) ? list.map(processLine) : fields.has('processId') ? [processLine(output)] : [];
  if (heads.includes(null)) return printOutput(output);
  return [...heads, ...(Object.keys(others).length === 0 ? [] : [printOutput(others)])].join('\n');
}

/** Null for what is no process. */
function processLine(value: JsonValue): string | null {
  const fields = fieldsOf(value);
  const [processId, command, status] = ['processId', 'command', 'status'].map((name) => fields.get(name));
  if (typeof processId !== 'string' || typeof command !== 'string' || typeof status !== 'string') return null;
  const exitCode = fields.get('exitCode');
  const since = fields.get('startedSince');
  const prompt = fieldsOf(fields.get('waitingForInput')).get('prompt');
  const states = [
    exitCode === undefined ? status : `${status} with exit code ${JSON.stringify(exitCode)}`,
    ...(typeof since === 'string' ? [`starting since ${since}, not listening yet`] : []),
    ...(exitCode === undefined ? listeningText(fields.get('ports')) : []),
    ...(typeof prompt === 'string' ? [`waits for input: ${prompt}`] : []),
  ];
  return `${processId} (${command}): ${states.join(', ')}`;
}

/** The address of the preview is long and is said once, when the port opens; programs reach the server by this one. */
function listeningText(ports: JsonValue | undefined): string[] {
  if (!Array.isArray(ports) || ports.length === 0) return [];
  return [`listening on ${ports.map((port) => `localhost:${JSON.stringify(fieldsOf(port).get('port') ?? null)}`).join(', ')}`];
}
