/**
 * Texts that must never be found where they do not belong. None looks like a real key, so that no scanner reports it and no filter of the
 * product recognises it by its form alone.
 */
export const CANARIES = {
  /** The provider's key, only in the server's variables. */
  providerKey: 'canary-provider-key-7f3a91c2d4',
  googleKey: 'canary-google-key-88e1b0a6f2',
  /** Entered by the user, in Settings. */
  enteredKey: 'canary-entered-key-64d2c0b7e1',
  /** In the project's own key files. */
  environmentFile: 'canary-env-file-51d0',
  /** In a file of another chat's project. */
  otherProject: 'canary-other-project-9e77',
  /** In a cookie that a preview sets for the parent domain. */
  cookie: 'canary-cookie-2b64',
} as const;

/** Returns the canaries in a text: plain, percent-encoded or in base64. */
export function canariesIn(text: string, names: readonly (keyof typeof CANARIES)[] = ['providerKey', 'googleKey', 'enteredKey']): string[] {
  return names.filter((name) => {
    const canary = CANARIES[name];
    const shapes = [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64').replace(/=+$/, '')];
    return shapes.some((shape) => text.includes(shape));
  });
}
