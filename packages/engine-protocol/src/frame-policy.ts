/** The permissions of each frame's document: its `sandbox` and `allow` attributes. Every frame has an entry. */
export const FRAME_POLICY = {
  /**
   * The program's page in the IDE: it has its own origin and scripts, but cannot replace the IDE's page, nor open dialogs, which would
   * block it (`replace-dialogs`). No clipboard-read, because the clipboard may contain a key.
   */
  preview: {
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock',
    allow: 'cross-origin-isolated; clipboard-write; fullscreen',
  },
  /** The engine's page in the app's: the client creates its frame, and the boot restricts it. */
  engine: { sandbox: 'allow-scripts allow-same-origin', allow: 'cross-origin-isolated' },
  /**
   * The hidden frame through which the engine's page reaches a preview's origin; also the `sandbox` of every document that the hosts of the
   * engine and the previews serve themselves, so that hostile code of the same origin that reaches into one cannot get to the tab, windows,
   * dialogs or downloads.
   */
  bridge: { sandbox: 'allow-scripts allow-same-origin', allow: '' },
} as const;
