import { type FormEvent, useId, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { imageTitle } from '../../../lib/protocol/attachments/image-limits.ts';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { StoredImage } from './stored-image.tsx';

/** Suggests the image's own name, with the extension of the format that it was converted to. */
function suggestedPath({ name, mediaType }: AttachedImage): string {
  const stem = name.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[^\p{L}\p{N} ._-]+/gu, '-') || 'image';
  return `public/${stem}.${mediaType === 'image/jpeg' ? 'jpg' : mediaType.slice('image/'.length)}`;
}

/** Shows an image of the conversation enlarged, with an action to save it as a project file. */
export function ImageDialog({ image, onClose }: { image: AttachedImage; onClose: () => void }) {
  const [isSaving, setIsSaving] = useState(false);
  return (
    <DialogFrame
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={visibleName(imageTitle(image))}
      className="picker image-dialog"
    >
      <StoredImage image={image} className="image-large" />
      {isSaving ? (
        <SaveForm image={image} onDone={onClose} />
      ) : (
        <div className="flex justify-end">
          <Button icon="i-lucide-file-plus" onClick={() => setIsSaving(true)}>
            {t('Save into the project')}
          </Button>
        </div>
      )}
    </DialogFrame>
  );
}

function SaveForm({ image, onDone }: { image: AttachedImage; onDone: () => void }) {
  const actions = useActions('images');
  const id = useId();
  const [path, setPath] = useState(() => suggestedPath(image));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function save(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    setIsBusy(true);
    const why = await actions.saveImage(image, path);
    setIsBusy(false);
    if (why === null) onDone();
    else setProblem(why);
  }
  return (
    <form className="flex flex-col gap-8px" onSubmit={(event) => void save(event)}>
      <label htmlFor={id} className="text-sm c-text-2">
        {t('Path in the project')}
      </label>
      <input
        id={id}
        className="field mono"
        value={path}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the button that it takes the place of
        autoFocus
        onChange={(event) => {
          setPath(event.target.value);
          setProblem(null);
        }}
      />
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="text-sm c-red wrap-anywhere">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-8px">
        <Button onClick={onDone}>{t('Cancel')}</Button>
        <Button type="submit" variant="ink" isBusy={isBusy} disabled={isBusy || path.trim() === ''}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
