import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';

/** The model's thinking: folded, one line; the user may look. */
export function ReasoningFold({ text, isLive }: { text: string; isLive: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="reasoning">
      <button type="button" className="step-row w-full focus-inset" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'} className="c-text-3" />
        {isLive ? 'Thinking' : 'Thought'}
        {!isOpen && <span className="truncate text-sm c-text-3">{text.trim().split('\n', 1)[0]}</span>}
      </button>
      {isOpen && <p className="reasoning-text">{text}</p>}
    </div>
  );
}
