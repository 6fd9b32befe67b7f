import './change-stack.css';
import type { PointerEvent } from 'react';
import type { ChangeSource } from '../../../lib/chat/past/change-source.ts';
import type { DiffLayout } from '../../../lib/editor/create-diff-view.ts';
import { useNearness } from '../../ui/scroll/use-nearness.ts';
import type { ReviewedFile } from '../use-reviewed-files.ts';
import { FileSection, startsFolded } from './file-section.tsx';
import type { ReviewPlace } from './use-review-place.ts';

/** Distances from the view, in pixels. Each difference is an editor, so only those near the view are rendered. */
const MARGINS = { near: 800, far: 4_000 };

interface ChangeStackProps {
  files: readonly ReviewedFile[];
  current: string;
  place: ReviewPlace;
  source: ChangeSource;
  layout: DiffLayout;
}

/** The differences of all files, one below the other, in one scroll area. */
export function ChangeStack({ files, current, place, source, layout }: ChangeStackProps) {
  const { scroller, actions, folds, wanted } = place;
  const nearness = useNearness(scroller, MARGINS);
  function onPointerDown(event: PointerEvent) {
    // Only presses on the scroll bar, not on the content.
    if (event.target === event.currentTarget) actions.onLetGo();
  }
  return (
    <div
      ref={scroller}
      className="change-stack"
      onScroll={actions.onScroll}
      onWheel={actions.onLetGo}
      onTouchMove={actions.onLetGo}
      onPointerDown={onPointerDown}
    >
      {files.map((file) => {
        const { path } = file.change;
        return (
          <FileSection
            key={path}
            file={file}
            source={source}
            layout={layout}
            nearness={nearness}
            isCurrent={path === current}
            isFolded={folds.get(path) ?? startsFolded(file)}
            wanted={wanted?.path === path ? wanted : null}
            actions={actions}
          />
        );
      })}
    </div>
  );
}
