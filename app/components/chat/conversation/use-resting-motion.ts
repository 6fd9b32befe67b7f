import { useEffect } from 'react';

/** After so long without anything new, what moves says again that something is under way. Milliseconds. */
const STILL_FOR = 1_500;
const ATTRIBUTE = 'data-words-come';

/**
 * Words that come show by themselves that something is under way: spinners and lights rest meanwhile. Each frame that they move in costs
 * the page as much as a word does.
 */
export function useRestingMotion(news: readonly unknown[]): void {
  useEffect(() => {
    const root = document.documentElement;
    if (news.length === 0) return undefined;
    root.setAttribute(ATTRIBUTE, '');
    const timer = setTimeout(() => root.removeAttribute(ATTRIBUTE), STILL_FOR);
    return () => clearTimeout(timer);
  }, [news]);
  useEffect(() => {
    if (news.length === 0) document.documentElement.removeAttribute(ATTRIBUTE);
  }, [news.length]);
}
