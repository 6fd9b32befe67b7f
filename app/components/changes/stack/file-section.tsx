import { memo, useRef } from 'react';
import type { ChangeSource } from '../../../lib/chat/past/change-source.ts';
import type { DiffLayout } from '../../../lib/editor/create-diff-view.ts';
import { PathLabel } from '../../ui/path-label.tsx';
import type { Nearness } from '../../ui/scroll/create-nearness.ts';
import { useNearBlock } from '../../ui/scroll/use-near-block.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import { ChangeView } from '../change-view.tsx';
import { useBeginComment } from '../comments/use-begin-comment.ts';
import { FileHead } from '../file-head.tsx';
import type { ReviewedFile } from '../use-reviewed-files.ts';
import type { ChangePlace } from './change-places.ts';
import type { PlaceActions } from './use-review-place.ts';

/** Pixels: a line, the space above and between hunks, and the head. */
const HEIGHTS = { line: 20, hunk: 87, head: 37 };
/** Unchanged lines shown around a hunk. */
const AROUND = 6;
/** The editor renders every removed line, even out of view. From this many on, the user has to ask for the difference. */
const LONG_REMOVAL = 2_000;

export function startsFolded({ counts }: ReviewedFile): boolean {
  return counts.removed > LONG_REMOVAL;
}

/** Returns the estimated height of the file's diff. */
function usualHeight({ counts, keys, change }: ReviewedFile): number {
  const around = change.kind === 'modified' ? AROUND * HEIGHTS.line + HEIGHTS.hunk : 0;
  return (counts.added + counts.removed) * HEIGHTS.line + keys.length * around;
}

interface FileSectionProps {
  file: ReviewedFile;
  source: ChangeSource;
  layout: DiffLayout;
  /** Null until the scroll area is mounted. */
  nearness: Nearness | null;
  isCurrent: boolean;
  isFolded: boolean;
  /** A change of this file to scroll to. */
  wanted: ChangePlace | null;
  actions: Pick<PlaceActions, 'setFold' | 'onReached' | 'onEnter'>;
}

/**
 * One of the changed files. Far from the view only an empty section of the same height is rendered, so that the cost depends on the visible
 * files.
 */
export const FileSection = memo(function FileSection(props: FileSectionProps) {
  const { file, source, layout, nearness, isCurrent, isFolded, wanted, actions } = props;
  const { path } = file.change;
  const section = useRef<HTMLElement>(null);
  const { isNear, height } = useNearBlock(section, nearness, false);
  const begin = useBeginComment(file.change);
  const isShown = isCurrent || isNear;
  const usual = HEIGHTS.head + (isFolded ? 0 : usualHeight(file));
  return (
    <article
      ref={section}
      className="change-file"
      aria-label={visibleName(path)}
      tabIndex={-1}
      data-path={path}
      style={isShown ? undefined : { height: height ?? usual }}
      onFocus={() => actions.onEnter(path)}
    >
      {isShown ? (
        <FileHead
          file={file}
          source={source}
          isCurrent={isCurrent}
          isFolded={isFolded}
          onFold={() => actions.setFold(path, !isFolded)}
          onComment={() => begin({ type: 'file' })}
        />
      ) : (
        <div className="change-head">
          <PathLabel path={path} />
        </div>
      )}
      {isShown && !isFolded && (
        <ChangeView
          file={file}
          source={source}
          layout={layout}
          section={section}
          height={usualHeight(file)}
          wanted={wanted}
          onReached={actions.onReached}
        />
      )}
    </article>
  );
});
