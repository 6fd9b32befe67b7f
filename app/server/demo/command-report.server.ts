import type { JSONValue } from '@ai-sdk/provider';

/** The result of a command. */
export type CommandReport =
  | { status: 'completed'; exitCode: number; output: string }
  | { status: 'running'; output: string; ports: readonly number[] }
  | { status: 'timed_out'; output: string };

/** Reads a result leniently: a missing field gets a cautious default, and plain text is the output of a successful command. */
export function readCommandReport(value: JSONValue): CommandReport {
  if (!isRecord(value)) return readReportText(typeof value === 'string' ? value : JSON.stringify(value));
  const output = typeof value.output === 'string' ? value.output : '';
  if (value.status === 'timed_out') return { status: 'timed_out', output };
  if (value.status === 'running') {
    const ports = Array.isArray(value.ports) ? value.ports.map(portOf).filter((port) => port !== null) : [];
    return { status: 'running', output, ports };
  }
  return { status: 'completed', exitCode: typeof value.exitCode === 'number' ? value.exitCode : 0, output };
}

const ENDED = /^Exit code: (-?\d+)\n/;
const RUNS = /^Runs(?: as process \S+?)?(?:, listening on (.*))?\.\n/;

/** Reads the text that the command tool prints for a model; any other text is the output of a successful command. */
function readReportText(text: string): CommandReport {
  const output = text.replace(/^[\s\S]*?\nOutput[^\n]*:\n/, '').replace(/^No output\.$/m, '');
  const ended = ENDED.exec(text);
  if (ended !== null) return { status: 'completed', exitCode: Number(ended[1]), output };
  const runs = RUNS.exec(text);
  if (runs === null) return { status: 'completed', exitCode: 0, output: text };
  if (text.includes('It had not ended after')) return { status: 'timed_out', output };
  const ports = [...(runs[1] ?? '').matchAll(/localhost:(\d+) \(/g)].map(([, port]) => Number(port));
  return { status: 'running', output, ports };
}

function portOf(entry: JSONValue): number | null {
  if (typeof entry === 'number') return entry;
  return isRecord(entry) && typeof entry.port === 'number' ? entry.port : null;
}

export function isRecord(value: JSONValue | undefined): value is { [key: string]: JSONValue | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
