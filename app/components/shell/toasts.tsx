import './toasts.css';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Toaster, toast } from 'sonner';
import { $notices, $workbenchTab, type WorkbenchTab } from '../../lib/stores/workbench.ts';
import { useActions } from '../page/workbench-context.tsx';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { Icon } from '../ui/icon.tsx';

/** In milliseconds. Limits how long a toast covers the page; the time pauses while the pointer is on it or the page is hidden. */
const INFO_TIME = 5_000;
const ERROR_TIME = 15_000;
/** For a toast with an action. */
const OFFER_TIME = 10_000;

/** Tabs whose newest line, where the user types, is at the bottom: toasts appear at the top, below the area's own bar. */
const ENDS_AT_BOTTOM: ReadonlySet<WorkbenchTab> = new Set(['terminal', 'preview']);
/** Pixels: the header, the area's bar, and a margin. */
const BELOW_BARS = 44 + 40 + 12;

/** Shows each of the store's notices once; dismissing a toast removes its notice from the store. */
export function Toasts() {
  const actions = useActions('notices');
  const notices = useStore($notices);
  const shown = useRef(new Set<number>());
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const isAtTop = ENDS_AT_BOTTOM.has(useStore($workbenchTab));

  useEffect(() => {
    const current = new Set(notices.map((notice) => notice.id));
    for (const id of shown.current) {
      if (!current.has(id)) toast.dismiss(id);
    }
    for (const notice of notices) {
      if (shown.current.has(notice.id)) continue;
      const dismiss = () => actions.dismissNotice(notice.id);
      toast(notice.message, {
        id: notice.id,
        duration: notice.level === 'error' ? ERROR_TIME : notice.action === undefined ? INFO_TIME : OFFER_TIME,
        icon: (
          <Icon
            name={notice.level === 'error' ? 'i-lucide-circle-x' : 'i-lucide-info'}
            className={notice.level === 'error' ? 'c-red' : 'c-text-2'}
          />
        ),
        onDismiss: dismiss,
        onAutoClose: dismiss,
        ...(notice.action === undefined ? {} : { action: { label: notice.action.label, onClick: notice.action.run } }),
      });
    }
    shown.current = current;
  }, [notices, actions]);

  return (
    <Toaster
      // A narrow window has the message box and the tabs at the bottom.
      position={isNarrow ? 'top-center' : isAtTop ? 'top-right' : 'bottom-right'}
      closeButton
      visibleToasts={3}
      offset={{ top: BELOW_BARS, bottom: 38, right: 16 }}
      mobileOffset={{ top: 56, left: 12, right: 12 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'toast',
          title: 'toast-text',
          actionButton: 'button button-secondary button-24',
          closeButton: 'icon-button toast-close',
        },
      }}
      icons={{ close: <Icon name="i-lucide-x" size={14} /> }}
    />
  );
}
