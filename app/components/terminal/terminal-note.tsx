import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { visibleHost } from '../ui/text/visible-host.ts';
import { visibleLines } from '../ui/text/visible-name.ts';
import { shortAddress } from './links/short-address.ts';
import { lineCount } from './screen/line-count.ts';

export type Note =
  | { type: 'text'; text: string }
  | { type: 'elsewhere'; url: string }
  /** Lines that would run one after the other. */
  | { type: 'paste'; text: string; paste: () => void };

interface TerminalNoteProps {
  note: Note;
  onClose: () => void;
}

/** Shown above the screen: a problem, or a link's target before it is followed. */
export function TerminalNote({ note, onClose }: TerminalNoteProps) {
  return (
    <div role="alert" className="terminal-note">
      {note.type === 'text' && <span className="flex-1 min-w-0">{note.text}</span>}
      {note.type === 'elsewhere' && <Elsewhere url={note.url} onClose={onClose} />}
      {note.type === 'paste' && <PastedLines text={note.text} paste={note.paste} onClose={onClose} />}
      <IconButton icon="i-lucide-x" label={t('Dismiss')} iconSize={14} onClick={onClose} />
    </div>
  );
}

/** Shows the host separately, because an address may begin with another host's name. */
function Elsewhere({ url, onClose }: { url: string; onClose: () => void }) {
  const { protocol, host, origin } = new URL(url);
  const { text, remarks } = visibleHost(protocol === 'http:' ? `http://${host}` : host);
  return (
    <>
      <div className="flex-1 min-w-0">
        {t('This link leads to')} <strong className="c-text-1">{text}</strong>
        {url !== `${origin}/` && <p className="type-code c-text-3">{shortAddress(url)}</p>}
        {remarks.map((remark) => (
          <p key={remark} className="c-yellow">
            {remark}
          </p>
        ))}
      </div>
      <a className="button button-secondary button-24 no-underline" href={url} target="_blank" rel="noopener noreferrer" onClick={onClose}>
        {t('Open in a new tab')}
      </a>
    </>
  );
}

/** Number of lines shown. */
const SHOWN_LINES = 6;

/** Shows pasted lines and asks before the first one runs, because copied text may differ from what was visible on a page. */
function PastedLines({ text, paste, onClose }: { text: string; paste: () => void; onClose: () => void }) {
  const count = lineCount(text);
  const lines = text.split(/\r\n?|\n/).slice(0, SHOWN_LINES);
  return (
    <>
      <div className="flex-1 min-w-0">
        {plural(count, {
          one: 'This pastes {count} line.',
          other: 'This pastes {count} lines, and the shell runs each as soon as it ends:',
        })}
        <pre className="type-code c-text-3 terminal-pasted">
          {visibleLines(lines.join('\n'))}
          {count > SHOWN_LINES && '\n…'}
        </pre>
      </div>
      <Button
        size={24}
        // Enter pastes, Escape cancels.
        autoFocus
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        onClick={() => {
          onClose();
          paste();
        }}
      >
        {plural(count, { one: 'Paste {count} line', other: 'Paste {count} lines' })}
      </Button>
    </>
  );
}
