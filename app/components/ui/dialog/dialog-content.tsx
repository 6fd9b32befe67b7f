import { Dialog } from 'radix-ui';
import { type ComponentPropsWithoutRef, forwardRef, useRef } from 'react';
import { $earlyTyping } from '../loading/early-typing.ts';
import { giveFocusBack } from './give-focus-back.ts';

type DialogContentProps = ComponentPropsWithoutRef<typeof Dialog.Content>;

/**
 * What is in a modal dialog. Radix gives the focus back to a dialog's trigger, and ours have none: commands and keys open them. Here it goes
 * back to where it was, unless the dialog has led elsewhere; where that is gone, to the message box.
 */
export const DialogContent = forwardRef<HTMLDivElement, DialogContentProps>(function DialogContent(
  { onOpenAutoFocus, onCloseAutoFocus, ...rest },
  ref,
) {
  // Where it was awaited in a field, that one had the focus last.
  const opener = useRef<Element | null>($earlyTyping.get()?.opener ?? null);
  return (
    <Dialog.Content
      ref={ref}
      aria-describedby={undefined}
      {...rest}
      onOpenAutoFocus={(event) => {
        opener.current = document.activeElement;
        onOpenAutoFocus?.(event);
      }}
      onCloseAutoFocus={(event) => {
        onCloseAutoFocus?.(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        giveFocusBack(opener.current);
      }}
    />
  );
});
