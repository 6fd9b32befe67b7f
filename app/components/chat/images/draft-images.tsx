import './images.css';
import { t } from '../../../lib/i18n/t.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { BlindModelNote } from './blind-model-note.tsx';
import type { DraftImages as Draft } from './draft-image.ts';
import { StillNote } from './still-note.tsx';
import { StoredImage } from './stored-image.tsx';

/** The images of the next message, each of which can be removed, and the reasons why others were not attached. */
export function DraftImages({ images }: { images: Draft }) {
  const { list, problems } = images;
  if (list.length === 0 && problems.length === 0) return null;
  return (
    <>
      {list.length > 0 && (
        <ul aria-label={t('Images of this message')} className="images">
          {list.map((each) => (
            <li key={each.key} className="image-thumb">
              {each.content === null ? (
                <span className="image-absent">
                  <Spinner />
                  <span className="visually-hidden">{t('Reading {name}', { name: visibleName(each.name) })}</span>
                </span>
              ) : (
                <StoredImage image={each.content} />
              )}
              <IconButton
                icon="i-lucide-x"
                iconSize={12}
                label={t('Remove {name}', { name: visibleName(each.name) })}
                tip={t('Remove')}
                className="image-remove"
                onClick={() => images.remove([each])}
              />
            </li>
          ))}
        </ul>
      )}
      {list.length > 0 && <BlindModelNote />}
      <StillNote names={list.filter(({ isMoving }) => isMoving === true).map(({ name }) => name)} />
      {problems.length > 0 && (
        <div className="message-note flex gap-8px">
          <div role="alert" className="flex-1 min-w-0 c-yellow wrap-anywhere">
            {problems.map((problem) => (
              <p key={problem}>{visibleName(problem)}</p>
            ))}
          </div>
          <IconButton
            icon="i-lucide-x"
            iconSize={12}
            label={t('Hide what was not attached')}
            tip={t('Hide')}
            onClick={() => images.setProblems(() => [])}
          />
        </div>
      )}
    </>
  );
}
