import { linkTargetOf, linkText } from '../../protocol/files/file-version.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { MessagePart } from '../../protocol/message.ts';
import type { Session } from '../session-file-schema.ts';
import { escapeHtml } from './escape-html.ts';
import { fileChangeHtml } from './file-change-html.ts';

/** A visible event of a session, with its time. */
export interface Moment {
  /** Milliseconds since the epoch. */
  at: number;
  kind: 'user' | 'agent' | 'call' | 'file' | 'note';
  html: string;
}

/** Limit in characters of a result; a longer one is cut. */
const LONGEST_RESULT = 20_000;

/** Returns a session's moments in order. All its content is escaped text, never markup. */
export function momentsOf({ records, contents }: Pick<Session, 'records' | 'contents'>): Moment[] {
  const files = new Map<string, ContentHash>();
  const names = new Map<string, string>();
  const moments: Moment[] = [];
  for (const { event: recorded, at } of records) {
    const event = recorded.type === 'delegate-event' ? recorded.event : recorded;
    const add = (kind: Moment['kind'], html: string) => void moments.push({ at, kind, html });
    if (event.type === 'step-finished' || event.type === 'step-failed') {
      for (const part of event.parts) addPart(part, add);
    }
    if (event.type === 'tool-call-validated') names.set(event.toolCallId, event.toolName);
    if (event.type === 'file-changed' || event.type === 'file-removed') {
      add('file', fileMoment(event, files, contents));
      if (event.type === 'file-changed') files.set(event.path, event.hash);
      else files.delete(event.path);
      continue;
    }
    const html = otherMoment(event, names);
    if (html !== null) add(...html);
  }
  return moments;
}

function addPart(part: MessagePart, add: (kind: Moment['kind'], html: string) => void): void {
  switch (part.type) {
    case 'text':
      if (part.text.trim() !== '') add('agent', `<div class="words">${escapeHtml(part.text)}</div>`);
      return;
    case 'reasoning':
      if (part.text.trim() !== '') add('agent', folded('Thought', `<div class="words dim">${escapeHtml(part.text)}</div>`));
      return;
    case 'dynamic-tool':
      add('call', folded(`Calls ${code(part.toolName)}`, `<pre>${escapeHtml(shortened(JSON.stringify(part.input, null, 2)))}</pre>`));
      return;
    default:
  }
}

/** Shows a link as its target. Content that is not in the file is shown like a binary file. */
function shownContent(version: ContentHash, contents: Session['contents']): Uint8Array {
  const target = linkTargetOf(version);
  return target === null ? (contents.get(version) ?? new Uint8Array([0])) : new TextEncoder().encode(linkText(target));
}

function fileMoment(
  event: Extract<JournalEvent, { type: 'file-changed' | 'file-removed' }>,
  files: ReadonlyMap<string, ContentHash>,
  contents: Session['contents'],
): string {
  const known = files.get(event.path);
  const before = known === undefined ? null : shownContent(known, contents);
  const after = event.type === 'file-removed' ? null : shownContent(event.hash, contents);
  const what = event.type === 'file-removed' ? 'Removed' : known === undefined ? 'Created' : 'Changed';
  const who = { agent: 'by the agent', user: 'by the user', runtime: 'by a program' }[event.by];
  return folded(`${what} ${code(event.path)} <span class="dim">${who}</span>`, fileChangeHtml(before, after));
}

function otherMoment(event: JournalEvent, names: ReadonlyMap<string, string>): [Moment['kind'], string] | null {
  const name = (toolCallId: string) => code(names.get(toolCallId) ?? toolCallId);
  switch (event.type) {
    case 'user-message': {
      const text = event.message.parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
      return ['user', `<div class="words">${escapeHtml(text)}</div>`];
    }
    case 'approval-requested':
      return ['note', `Asks to be allowed ${name(event.approval.toolCallId)}: ${escapeHtml(event.approval.why)}`];
    case 'approval-answered':
      return ['note', event.answer.decision === 'deny' ? 'The user denies it.' : 'The user approves it.'];
    case 'tool-call-succeeded':
      return ['call', folded(`${name(event.toolCallId)} succeeded`, `<pre>${escapeHtml(shortened(outputText(event.output)))}</pre>`)];
    case 'tool-call-failed':
      return ['call', `<p class="bad">${name(event.toolCallId)} failed: ${escapeHtml(shortened(event.message))}</p>`];
    case 'tool-call-cancelled':
      return ['call', `${name(event.toolCallId)} was cancelled`];
    case 'step-failed':
      return ['note', `<p class="bad">${escapeHtml(event.message)}</p>`];
    case 'user-command-started':
      return ['user', `Runs ${code(event.command)}`];
    case 'checkpoint-restored':
      return ['user', `Takes the files back to before “${escapeHtml(event.label)}”`];
    case 'history-compacted':
      return ['note', folded('The conversation was summarised', `<div class="words">${escapeHtml(event.summary)}</div>`)];
    case 'run-ended':
      return ['note', `The run ended: ${escapeHtml(event.outcome.replaceAll('_', ' '))}`];
    default:
      return null;
  }
}

function folded(summary: string, inside: string): string {
  return `<details><summary>${summary}</summary>${inside}</details>`;
}

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

function outputText(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output, null, 2);
}

function shortened(text: string): string {
  return text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}\n… ${text.length - LONGEST_RESULT} characters more` : text;
}
