import type { Hasher } from '../agent/contract/ports.ts';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import { contentsNamed } from './contents-named.ts';
import type { Session, SessionHeader, SessionRecord } from './session-file-schema.ts';
import { withoutSecrets } from './without-secrets.ts';

export interface SessionParts {
  title: string;
  records: readonly JournalRecord[];
  /** The contents that the records name and that the browser still has. */
  contents: ReadonlyMap<ContentHash, Uint8Array>;
  withSecrets: boolean;
}

/** Converts a chat to a session that can leave the browser: without its local ids, and without secrets unless requested. */
export async function makeSession({ title, records, contents, withSecrets }: SessionParts, hasher: Hasher): Promise<Session> {
  const anonymous = records.map(({ version, sequence, at, event }): SessionRecord => ({ version, sequence, at, event: withoutIds(event) }));
  const whole = { title, records: anonymous, contents };
  const made = withSecrets ? { ...whole, paths: [] } : await withoutSecrets(whole, hasher);
  const named = new Set(made.records.flatMap(({ event }) => contentsNamed(event)));
  const kept = new Map([...made.contents].filter(([hash]) => named.has(hash)));
  const header = {
    format: 'devonz-session' as const,
    version: versionFor(made.records),
    title: made.title,
    records: made.records.length,
    contents: kept.size,
    gone: [...named].filter((hash) => !kept.has(hash)).sort(),
    withoutSecretsOf: made.paths,
  };
  return { header, records: made.records, contents: kept };
}

/** Returns the oldest format version that supports these records, so that older versions of the app can read as many files as possible. */
function versionFor(records: readonly SessionRecord[]): SessionHeader['version'] {
  if (records.some(({ event }) => namesUser(event))) return 3;
  return records.some(({ event }) => isLink(event)) ? 2 : 1;
}

function namesUser(event: JournalEvent): boolean {
  const own = event.type === 'delegate-event' ? event.event : event;
  return own.type === 'user-command' || ('by' in own && own.by === 'user');
}

function isLink(event: JournalEvent): boolean {
  if (event.type === 'file-changed') return linkTargetOf(event.hash) !== null || linkTargetOf(event.before) !== null;
  return event.type === 'file-removed' && linkTargetOf(event.before) !== null;
}

/** Ids of chats and projects are only valid in one browser, and the kept prompt is only there to continue in it. */
function withoutIds(event: JournalEvent): JournalEvent {
  switch (event.type) {
    case 'chat-created':
      return { type: event.type, title: event.title };
    case 'step-started':
      return { type: event.type, stepId: event.stepId, modelId: event.modelId };
    case 'guard-remark':
      return { type: event.type, messageId: event.messageId, text: event.text };
    default:
      return event;
  }
}
