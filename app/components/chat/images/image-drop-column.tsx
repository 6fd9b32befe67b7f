import './images.css';
import { createContext, type DragEvent, type HTMLAttributes, type MutableRefObject, useContext, useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';

/** Receives the files that are dropped on the column. */
type Receiver = (files: readonly File[]) => void;

const ReceiverContext = createContext<MutableRefObject<Receiver | null> | null>(null);

/** Anything else that is dropped is left to the surrounding page, as a project. */
function bringsImages({ dataTransfer }: DragEvent): boolean {
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file');
  return dataTransfer.types.includes('Files') && items.length > 0 && items.every(({ type }) => type.startsWith('image/'));
}

/** A column of the page that accepts dropped images anywhere and passes them to the message box in it. */
export function ImageDropColumn({ children, className = '', ...rest }: HTMLAttributes<HTMLDivElement>) {
  const receiver = useRef<Receiver | null>(null);
  const [isOver, setIsOver] = useState(false);
  function onDragOver(event: DragEvent) {
    if (!bringsImages(event)) return setIsOver(false);
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  }
  function onDragLeave(event: DragEvent<HTMLDivElement>) {
    // Entering a child is not leaving the column.
    const to = event.relatedTarget;
    if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false);
  }
  function onDrop(event: DragEvent) {
    setIsOver(false);
    if (!bringsImages(event)) return;
    event.preventDefault();
    receiver.current?.([...event.dataTransfer.files]);
  }
  return (
    <ReceiverContext.Provider value={receiver}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button and pasting are for all */}
      <div {...rest} className={className} onDragOver={onDragOver} onDragLeave={onDragLeave} onDrop={onDrop}>
        {children}
        {isOver && (
          <div aria-hidden="true" className="image-drop-mark">
            {t('Drop images to attach them to your message')}
          </div>
        )}
      </div>
    </ReceiverContext.Provider>
  );
}

/** Passes files that are dropped on the surrounding column to `receive`. */
export function useDroppedFiles(receive: Receiver): void {
  const column = useContext(ReceiverContext);
  useEffect(() => {
    if (column === null) return;
    column.current = receive;
    return () => {
      column.current = null;
    };
  });
}
