import './message-words.css';
import { LongText } from '../../ui/long-text.tsx';
import { fencedPieces } from './fenced-pieces.ts';

/** Limit in characters: a longer message is shown without formatting. */
const LONGEST = 20_000;

/** The user's message as typed. Fenced code is shown as code; a diff has its colours. */
export function MessageWords({ text }: { text: string }) {
  const pieces = text.length <= LONGEST && /^ *(?:```|~~~)/m.test(text) ? fencedPieces(text) : [{ type: 'words', text } as const];
  return pieces.map((piece, index) =>
    piece.type === 'words' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: what was sent does not change
      <p key={index} className="whitespace-pre-wrap break-words">
        <LongText text={piece.text} />
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <MessageCode key={index} info={piece.info} code={piece.text} />
    ),
  );
}

function MessageCode({ info, code }: { info: string; code: string }) {
  const signOf = (line: string) => (info === 'diff' ? (line.startsWith('@@') ? '@' : line.charAt(0)) : undefined);
  return (
    // Makes wide code scrollable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <pre className="message-code" tabIndex={0}>
      {code.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was sent does not change
        <span key={index} className="message-code-line" data-sign={signOf(line)}>
          <LongText text={line} />
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
