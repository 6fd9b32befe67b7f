import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { FoundFile, FoundInProject, FoundMatch } from '../../../lib/protocol/project-facts/found-in-project.ts';
import { FileIcon } from '../../ui/files/file-icon.tsx';
import { NARROW_QUERY, useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { useReadingOnly } from '../../ui/hooks/use-reading-only.ts';
import { useRowWindow } from '../../ui/hooks/use-row-window.ts';
import { Icon } from '../../ui/icon.tsx';
import { PathLabel } from '../../ui/path-label.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { matchesText } from './matches-text.ts';

/** Row heights in pixels, as in the stylesheet. */
const ROW = 26;
const NARROW_ROW = 40;

type ResultRow = { key: string; file: FoundFile } & ({ kind: 'file' } | { kind: 'match'; match: FoundMatch });

interface FindResultsProps {
  found: FoundInProject;
  onOpen: (path: string, match: FoundMatch) => void;
  /** `null` if nothing is to be replaced. */
  onReplace: ((files: readonly FoundFile[]) => void) | null;
}

function rowsOf({ files }: FoundInProject, folded: ReadonlySet<string>): ResultRow[] {
  return files.flatMap((file): ResultRow[] => [
    { kind: 'file', key: file.path, file },
    ...(folded.has(file.path)
      ? []
      : file.matches.map((match): ResultRow => ({ kind: 'match', key: `${file.path}:${match.line}:${match.column}`, file, match }))),
  ]);
}

/** The matches, by file; only the visible rows of thousands are rendered. Arrows move, Enter opens. */
export function FindResults({ found, onOpen, onReplace }: FindResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const rows = useMemo(() => rowsOf(found, folded), [found, folded]);
  const rowHeight = useMediaQuery(NARROW_QUERY) ? NARROW_ROW : ROW;
  const seen = useRowWindow({ container: list, count: rows.length, rowHeight });
  const focused = Math.min(current, rows.length - 1);
  const toggle = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, rows.length - 1));
    setCurrent(next);
    // It is rendered by then, even if it was not visible.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-current] > .find-result-open')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moveTo(focused + step);
  };
  return (
    <ul ref={list} className="find-results scroll" aria-label={t('Matches')} onKeyDown={onKeyDown}>
      {/* As high as all rows, which are positioned in it. */}
      <li aria-hidden="true" style={{ height: rows.length * rowHeight }} />
      {rows.map((row, index) => {
        if (seen !== null && index !== focused && (index < seen.from || index >= seen.to)) return null;
        return (
          <li
            key={row.key}
            className={row.kind === 'file' ? 'find-result find-result-file' : 'find-result'}
            style={{ top: index * rowHeight }}
            data-current={index === focused || undefined}
            onFocus={() => setCurrent(index)}
          >
            {row.kind === 'file' ? (
              <FileRow file={row.file} isFolded={folded.has(row.file.path)} isTabStop={index === focused} onToggle={toggle} />
            ) : (
              <MatchRow match={row.match} isTabStop={index === focused} onOpen={() => onOpen(row.file.path, row.match)} />
            )}
            {onReplace !== null && <ReplaceButton row={row} isTabStop={index === focused} onReplace={onReplace} />}
          </li>
        );
      })}
    </ul>
  );
}

interface FileRowProps {
  file: FoundFile;
  isFolded: boolean;
  isTabStop: boolean;
  onToggle: (path: string) => void;
}

function FileRow({ file, isFolded, isTabStop, onToggle }: FileRowProps) {
  return (
    <button
      type="button"
      className="find-result-open focus-inset"
      tabIndex={isTabStop ? 0 : -1}
      aria-expanded={!isFolded}
      onClick={() => onToggle(file.path)}
    >
      <Icon name={isFolded ? 'i-lucide-chevron-right' : 'i-lucide-chevron-down'} size={12} className="c-text-3" />
      <FileIcon path={file.path} />
      <PathLabel path={file.path} />
      <span className="badge badge-neutral">
        <span aria-hidden="true">{numberText(file.matches.length)}</span>
        <span className="visually-hidden">{matchesText(file.matches.length)}</span>
      </span>
    </button>
  );
}

/** The line of a match; with a replacement, before and after. */
function MatchRow({ match, isTabStop, onOpen }: { match: FoundMatch; isTabStop: boolean; onOpen: () => void }) {
  return (
    <button type="button" className="find-result-open focus-inset" tabIndex={isTabStop ? 0 : -1} onClick={onOpen}>
      <span className="find-result-line">{match.line}</span>
      <span className="find-result-text">
        {visibleName(match.before)}
        {match.replacement === null ? (
          <mark>{visibleName(match.shown)}</mark>
        ) : (
          <>
            <del>{visibleName(match.shown)}</del>
            <ins>{visibleName(match.replacement)}</ins>
          </>
        )}
        {visibleName(match.after)}
      </span>
    </button>
  );
}

interface ReplaceButtonProps {
  row: ResultRow;
  isTabStop: boolean;
  onReplace: (files: readonly FoundFile[]) => void;
}

function ReplaceButton({ row, isTabStop, onReplace }: ReplaceButtonProps) {
  const reading = useReadingOnly();
  const isFile = row.kind === 'file';
  const label = isFile
    ? t('Replace all in {name}', { name: row.file.path })
    : t('Replace the match in line {line}', { line: row.match.line });
  const files = [isFile ? row.file : { ...row.file, matches: [row.match] }];
  return (
    <button
      type="button"
      className="find-result-replace"
      aria-label={label}
      title={label}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onReplace(files)}
      {...reading}
    >
      <Icon name={isFile ? 'i-lucide-replace-all' : 'i-lucide-replace'} size={14} />
    </button>
  );
}
