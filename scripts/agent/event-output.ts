import { closeSync, openSync, writeSync } from 'node:fs';
import type { RunEvent } from '../../app/lib/protocol/unattended/unattended.ts';
import type { FinishedEvent } from './finished-event.ts';

export interface EventOutput {
  write(event: RunEvent | FinishedEvent): void;
  close(): void;
}

/** Writes events as JSON lines: to a file, to standard output, or nowhere if standard output is used for a patch. */
export function createEventOutput(file: string | undefined, isPatch: boolean, now: () => Date): EventOutput {
  const line = (event: RunEvent | FinishedEvent) => `${JSON.stringify({ time: now().toISOString(), ...event })}\n`;
  if (file === undefined)
    return { write: isPatch ? () => undefined : (event) => void process.stdout.write(line(event)), close: () => undefined };
  const descriptor = openSync(file, 'w');
  return { write: (event) => void writeSync(descriptor, line(event)), close: () => closeSync(descriptor) };
}

/** Describes an event as a line of text, for `--verbose`; null if there is nothing to print. */
export function inWords(event: RunEvent): string | null {
  switch (event.type) {
    case 'run-started':
      return `${event.model}, ${event.mode} mode, ${event.files} files, at most ${event.maxIterations} steps`;
    case 'step-started':
      return `step ${event.step}`;
    case 'text':
      return event.text.trim();
    case 'tool-call-requested':
      return `→ ${event.tool} ${cut(JSON.stringify(event.input))}`;
    case 'tool-call-denied':
      return `✗ denied: ${event.why}`;
    case 'tool-call-result':
      return event.status === 'success'
        ? `✓ ${event.tool} (${Math.round(event.milliseconds)} ms)`
        : `✗ ${event.tool}: ${cut(event.message)}`;
    case 'question':
      return `? ${event.question} → ${event.answer}`;
    case 'notice':
      return `${event.level}: ${cut(event.message)}`;
    default:
      return null;
  }
}

function cut(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
