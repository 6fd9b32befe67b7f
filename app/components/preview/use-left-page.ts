import { useEffect } from 'react';

/**
 * Notices that the page in the preview has led to another site, by a link or by itself: the app's own policy lets no frame go there, and
 * what the browser shows in its place is empty. Of the address only the origin is known.
 */
export function useLeftPage(onLeft: (origin: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one listener for the area's whole life; what is called only sets state.
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && URL.canParse(blockedURI)) onLeft(blockedURI);
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, []);
}
