/**
 * What documents in frames may do, as the `sandbox` attribute says it, and what the frame is allowed. The bridge's row is also the
 * `sandbox` of every document that the engine's and the previews' hosts serve themselves: hostile code of the same origin that reaches
 * into one finds no way from it to the tab, to windows, dialogs or downloads.
 */
export const FRAME_POLICY = {
  /** The hidden frame by which the engine's page reaches a preview's origin. */
  bridge: { sandbox: 'allow-scripts allow-same-origin' },
} as const;
