/**
 * Returns the embedder policy. `credentialless` allows a previewed page to show images and fonts of other sites that send
 * no CORP header; Safari does not support it, and would then block the whole page inside the isolated IDE.
 */
export function embedderPolicy(userAgent: string): 'credentialless' | 'require-corp' {
  return /\b(Chrome|Chromium|Firefox)\//.test(userAgent) ? 'credentialless' : 'require-corp';
}
