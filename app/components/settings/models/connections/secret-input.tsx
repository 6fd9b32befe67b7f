import { type RefObject, useState } from 'react';
import { t } from '../../../../lib/i18n/t.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { repairKey } from './repair-key.ts';

interface SecretInputProps {
  id: string;
  name: string;
  label: string;
  describedBy: string;
  isKept: boolean;
  isInvalid: boolean;
  /** The value exists only in the field, never in the page's state; callers read it from here. */
  field: RefObject<HTMLInputElement>;
  onEdit: () => void;
}

/** An input for a key, hidden unless the user shows it. It repairs a key pasted with text around it, and says so. */
export function SecretInput({ id, name, label, describedBy, isKept, isInvalid, field, onEdit }: SecretInputProps) {
  const [isShown, setIsShown] = useState(false);
  const [remark, setRemark] = useState<string | null>(null);
  const look = (input: HTMLInputElement) => {
    const repaired = repairKey(input.value);
    if (repaired.removed === null) return;
    input.value = repaired.key;
    setRemark(t('Removed {removed} around the key.', { removed: repaired.removed }));
  };
  return (
    <>
      <div className="flex gap-6px">
        <input
          ref={field}
          id={id}
          name={name}
          className="field mono"
          type={isShown ? 'text' : 'password'}
          // Password managers offer to fill the field despite “off”.
          autoComplete="new-password"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          placeholder={isKept ? t('Kept. Type to replace it') : ''}
          maxLength={3_000}
          onChange={() => {
            setRemark(null);
            onEdit();
          }}
          onBlur={(event) => look(event.currentTarget)}
        />
        <IconButton
          icon={isShown ? 'i-lucide-eye-off' : 'i-lucide-eye'}
          iconSize={14}
          label={isShown ? t('Hide {label}', { label }) : t('Show {label}', { label })}
          tip={isShown ? t('Hide') : t('Show')}
          onClick={() => setIsShown(!isShown)}
        />
      </div>
      {/* The line is always present: the content below must not move away from a click that blurs the field. */}
      <p role="status" className="text-sm c-text-3 min-h-18px">
        {remark}
      </p>
    </>
  );
}
