import { useEffect } from 'react';

/** Milliseconds without new content after which animations resume. */
const STILL_FOR = 1_500;
const ATTRIBUTE = 'data-words-come';

/**
 * Pauses spinners and lights while new text arrives, which shows the activity by itself: each animated frame costs the page as much as a
 * word does.
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
