import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The name of the field for those who do not see the button. */
  field: string;
  accept: string;
  onFile: (file: File) => void;
}

/** Asks for one file. */
export function FileButton({ field, accept, onFile, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...rest} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={field}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again after it was fixed.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
