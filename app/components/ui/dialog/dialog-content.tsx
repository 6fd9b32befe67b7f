import { Dialog } from 'radix-ui';
import { type ComponentPropsWithoutRef, forwardRef, useRef } from 'react';
import { $earlyTyping } from '../loading/early-typing.ts';
import { giveFocusBack } from './give-focus-back.ts';

type DialogContentProps = ComponentPropsWithoutRef<typeof Dialog.Content>;

/**
 * The content of a modal dialog. Radix returns the focus to a dialog's trigger, but ours have none: commands and keys open them. Here the
 * focus returns to its previous element, unless the dialog has moved it elsewhere, or to the message box if that element is gone.
 */
export const DialogContent = forwardRef<HTMLDivElement, DialogContentProps>(function DialogContent(
  { onOpenAutoFocus, onCloseAutoFocus, ...rest },
  ref,
) {
  // The element that was focused before the field for early typing.
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
