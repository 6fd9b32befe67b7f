/**
 * `credentialless` lets a previewed page show pictures and fonts of other sites, which send no CORP header; Safari does not know
 * it and would then refuse the whole page inside the isolated IDE.
 */
export function embedderPolicy(userAgent: string): 'credentialless' | 'require-corp' {
  return /\b(Chrome|Chromium|Firefox)\//.test(userAgent) ? 'credentialless' : 'require-corp';
}
