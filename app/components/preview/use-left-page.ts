import { useEffect } from 'react';

/**
 * Detects that the page in the preview has navigated to another site. The app's policy blocks such frames, and the browser shows an empty
 * page. Only the origin of the address is known.
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
