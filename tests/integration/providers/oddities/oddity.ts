import type { ReceivedRequest } from '../../../../app/server/testing/provider-server.ts';
import type { ProviderRow } from '../provider-rows.ts';

/** A provider's answer to one request. */
export interface PlayedAnswer {
  /** 200 where it is absent. */
  status?: number;
  /** The format's own where it is absent. */
  contentType?: string;
  headers?: Record<string, string>;
  /** Written one after the other. */
  pieces: readonly (string | Uint8Array)[];
}

/** The result that counts as used. */
export interface Shown {
  /** Said in the conversation. */
  text?: string;
  /** Shown as a thought, and not said. Checked where the format can tell thoughts at all. */
  thought?: string;
  /** `a.txt` has this content. */
  file?: string;
}

/** One way in which providers are reported to be odd: a row of the table. */
export interface Oddity {
  name: string;
  /**
   * The provider's answers, request by request, or `null` if this format has nothing of the kind. When they are used up it answers as it
   * should, with the words `AFTERWARDS`.
   */
  play(row: ProviderRow): readonly (PlayedAnswer | ((request: ReceivedRequest) => PlayedAnswer))[] | null;
  shows: Shown;
  /** Requests that the task takes where nothing is odd: 1 for words, 2 for a call. */
  requests?: number;
  /** Set: it takes one request more, and may not do with fewer. */
  isRepaired?: boolean;
  /** Set: words are enough, and these must be in them. Such a row may not do better unnoticed. */
  tells?: RegExp;
}

export const AFTERWARDS = 'All is well again.';
