import type { ReceivedRequest } from '../../../../app/server/testing/provider-server.ts';
import type { ProviderRow } from '../provider-rows.ts';

/** A provider's response to one request. */
export interface PlayedAnswer {
  /** Defaults to 200. */
  status?: number;
  /** Defaults to the format's own. */
  contentType?: string;
  headers?: Record<string, string>;
  /** Written one after the other. */
  pieces: readonly (string | Uint8Array)[];
}

/** The result that counts as used. */
export interface Shown {
  /** Shown in the conversation. */
  text?: string;
  /** Shown as a thought, not as text. Checked if the format can express thoughts. */
  thought?: string;
  /** `a.txt` has this content. */
  file?: string;
}

/** One reported oddity of providers: a row of the table. */
export interface Oddity {
  name: string;
  /**
   * Returns the provider's responses, request by request, or `null` if the format has no such oddity. After them it responds correctly,
   * with the text `AFTERWARDS`.
   */
  play(row: ProviderRow): readonly (PlayedAnswer | ((request: ReceivedRequest) => PlayedAnswer))[] | null;
  shows: Shown;
  /** The requests needed without oddities: 1 for text, 2 for a call. */
  requests?: number;
  /** If true, it takes exactly one request more. */
  isRepaired?: boolean;
  /** If set, an explanation is enough, and must match this. Such a row may not do better unnoticed. */
  tells?: RegExp;
}

export const AFTERWARDS = 'All is well again.';
