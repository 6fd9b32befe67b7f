import { Dialog } from 'radix-ui';
import { type ComponentPropsWithoutRef, forwardRef, useRef } from 'react';
import { focusFirst, MESSAGE_BOX } from '../../shell/hooks/focus-first.ts';
import { $earlyTyping } from '../loading/early-typing.ts';

type DialogContentProps = Omit<ComponentPropsWithoutRef<typeof Dialog.Content>, 'onOpenAutoFocus'>;

/**
 * What is in a modal dialog. Radix gives the focus back to a dialog's trigger, and ours have none: commands and keys open them. Here it goes
 * back to where it was, unless the dialog has led elsewhere; where that is gone, to the message box.
 */
export const DialogContent = forwardRef<HTMLDivElement, DialogContentProps>(function DialogContent({ onCloseAutoFocus, ...rest }, ref) {
  // Where it was awaited in a field, that one had the focus last.
  const opener = useRef<Element | null>($earlyTyping.get()?.opener ?? null);
  return (
    <Dialog.Content
      ref={ref}
      aria-describedby={undefined}
      {...rest}
      onOpenAutoFocus={() => {
        opener.current = document.activeElement;
      }}
      onCloseAutoFocus={(event) => {
        onCloseAutoFocus?.(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        // Whatever took the focus meanwhile was meant to have it: another dialog, or the place that a command names.
        if (document.activeElement !== document.body) return;
        const before = opener.current;
        if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus({ preventScroll: true });
        // Not where focusing would bring up a keyboard over the page.
        else if (window.matchMedia('(hover: hover)').matches) focusFirst(MESSAGE_BOX);
      }}
    />
  );
});
