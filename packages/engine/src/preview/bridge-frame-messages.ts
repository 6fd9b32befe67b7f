import type { PortlessPreviewMessage } from './request-messages.ts';

/** A program's own script for every previewed page (`setPreviewScript` of the client). */
export interface UserPreviewScript {
  source: string;
  type?: string;
  defer?: boolean;
  async?: boolean;
}

/**
 * Messages between the engine's page and a bridge frame in it, sent by `postMessage` between windows; each side checks the
 * other's origin.
 */
export type FrameToHeadless =
  | { type: 'bridge-loaded' }
  | { type: 'preview-message'; message: PortlessPreviewMessage }
  /** Cookies that the pages may not read, for the next bridge of this origin. */
  | { type: 'keep-cookies'; cookies: string };

export type HeadlessToFrame =
  /** Sent with the port to the kernel (bridge-protocol.ts); replaces an earlier one. */
  | { type: 'bridge-port'; script: UserPreviewScript | null; cookies: string | null }
  /** The program's port was closed. */
  | { type: 'bridge-closed' }
  | { type: 'bridge-script'; script: UserPreviewScript | null };
