/** What a document in a frame of ours may do: the frame's `sandbox` and `allow`. One row a frame; no frame is made without one. */
export const FRAME_POLICY = {
  /**
   * The program's page in the IDE: its own origin and scripts, but no way to replace the IDE's page, and no dialogs, which would stop it
   * (`replace-dialogs`). Not clipboard-read: what the user has copied may be a key.
   */
  preview: {
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock',
    allow: 'cross-origin-isolated; clipboard-write; fullscreen',
  },
  /** The engine's page in the app's: the client makes its frame, the boot confines it. */
  engine: { sandbox: 'allow-scripts allow-same-origin', allow: 'cross-origin-isolated' },
  /**
   * The hidden frame by which the engine's page reaches a preview's origin; also the `sandbox` of every document that the engine's and the
   * previews' hosts serve themselves: hostile code of the same origin that reaches into one finds no way from it to the tab, to windows,
   * dialogs or downloads.
   */
  bridge: { sandbox: 'allow-scripts allow-same-origin', allow: '' },
} as const;
