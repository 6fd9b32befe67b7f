import './card-frame.css';
import { type ReactNode, useId, useState } from 'react';
import { DisclosureButton } from './disclosure-button.tsx';
import { Icon } from './icon.tsx';

export type CardEdge = 'amber' | 'rest' | 'green' | 'red' | 'yellow';

interface CardFrameProps {
  /** The article's accessible name. */
  label: string;
  edge: CardEdge;
  /** May omit what the open card's body shows. */
  header: ReactNode | ((isOpen: boolean) => ReactNode);
  /** Shown when the card is open; a card without it has no chevron. */
  children?: ReactNode;
  /** Whether the card is open until the user opens or closes it. */
  isOpenByDefault?: boolean;
  /** A button that is shown whether the card is open or not. */
  action?: ReactNode;
}

/** One step as a card, with a 32 px header that opens and closes its body. */
export function CardFrame({ label, edge, header, children, isOpenByDefault = false, action }: CardFrameProps) {
  const bodyId = useId();
  const [choice, setChoice] = useState<boolean | null>(null);
  const hasBody = children !== undefined && children !== null && children !== false;
  const isOpen = hasBody && (choice ?? isOpenByDefault);
  const shownHeader = typeof header === 'function' ? header(isOpen) : header;
  return (
    <article aria-label={label} className="card" data-edge={edge} data-open={isOpen}>
      <div className="flex items-center">
        {hasBody ? (
          <DisclosureButton className="card-header" isOpen={isOpen} regionId={bodyId} onToggle={() => setChoice(!isOpen)}>
            {shownHeader}
            <Icon name={isOpen ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'} className="c-text-3" />
          </DisclosureButton>
        ) : (
          <div className="card-header">{shownHeader}</div>
        )}
        {action !== undefined && action !== false && <div className="shrink-0 pr-8px">{action}</div>}
      </div>
      {isOpen && (
        <div id={bodyId} className="card-body">
          {children}
        </div>
      )}
    </article>
  );
}
