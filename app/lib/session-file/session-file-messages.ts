import type { SessionParts } from './make-session.ts';
import type { SessionReading } from './read-session.ts';

/** Messages to the worker for session files, and its answers. */
export type ToSessionWorker = { type: 'write' | 'write-page'; parts: SessionParts } | { type: 'read'; file: Blob };
export type FromSessionWorker =
  | { type: 'written'; file: Blob; withoutSecretsOf: readonly string[] }
  | { type: 'read'; reading: SessionReading }
  | { type: 'failed'; why: string };
