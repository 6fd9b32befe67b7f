import './diff-lines.css';
import { LongText } from '../long-text.tsx';

export interface ShownLine {
  sign: '+' | '-' | ' ';
  number: number;
  text: string;
}

/** Lines of a diff with their numbers. */
export function DiffLines({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <div className="w-fit min-w-full bg-well">
      {lines.map((line) => (
        <div key={`${line.sign}${line.number}`} className="diff-line" data-sign={line.sign}>
          <span className="shrink-0 w-42px pr-8px c-text-2 text-11px text-right select-none">{line.number}</span>
          <span className="diff-sign">{line.sign === '-' ? '−' : line.sign}</span>
          <span className="diff-text">
            <LongText text={line.text} />
          </span>
        </div>
      ))}
    </div>
  );
}
