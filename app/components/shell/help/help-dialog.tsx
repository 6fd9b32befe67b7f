import './help-dialog.css';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { helpPages } from '../../../lib/help/help-pages.ts';
import { t } from '../../../lib/i18n/t.ts';
import { MarkdownText } from '../../chat/conversation/markdown-text.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { linkedPage } from './linked-page.ts';

interface HelpDialogProps {
  page: string;
  onPage: (page: string) => void;
  /** Returns to the list of documents. */
  onBack: () => void;
  onOpenChange: (isOpen: boolean) => void;
}

/** Shows a document of the app. Links to its other documents are followed here; links to the source lead nowhere. */
export function HelpDialog({ page, onPage, onBack, onOpenChange }: HelpDialogProps) {
  const text = usePage(page);
  const body = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each document is read from its beginning
  useEffect(() => body.current?.scrollTo({ top: 0 }), [page]);
  function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link?.getAttribute('href');
    if (address == null || /^(?:https?|mailto):/.test(address)) return;
    event.preventDefault();
    const target = linkedPage(page, address, helpPages.list());
    if (target !== null) onPage(target);
  }
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title={page} className="picker help-dialog">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section ref={body} aria-label={page} className="help-body scroll focus-inset" tabIndex={0} onClickCapture={follow}>
        {text === null ? <p role="status">{t('Loading…')}</p> : <MarkdownText key={page} text={text} />}
      </section>
      <div>
        <Button variant="ghost" icon="i-lucide-arrow-left" onClick={onBack}>
          {t('All documents')}
        </Button>
      </div>
    </DialogFrame>
  );
}

/** Returns `null` while it is loading. */
function usePage(page: string): string | null {
  const [loaded, setLoaded] = useState<{ page: string; text: string } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (text: string | null) =>
      isCurrent && setLoaded({ page, text: text ?? t('This document could not be loaded. Check the connection, then try again.') });
    helpPages.read(page).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [page]);
  return loaded?.page === page ? loaded.text : null;
}
