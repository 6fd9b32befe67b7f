import { useEffect, useState } from 'react';

/**
 * False on the server and in the render that takes over from it. A `Suspense` that the server has rendered and that changes before React
 * has taken it over makes React throw the page away and report an error (#421): what loads later is rendered from then on.
 */
export function useIsMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isMounted;
}
