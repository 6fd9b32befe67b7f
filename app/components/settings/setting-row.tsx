import type { ReactNode } from 'react';

interface SettingRowProps {
  title: string;
  text: string;
  /** The id of the text, for the control's `aria-describedby`. */
  textId: string;
  /** The number of lines reserved for a text that can grow while it is shown, so that the content below does not move under the pointer. */
  lines?: number;
  /** Whether the text is not known yet; the row then takes its space but is invisible. */
  isUnknown?: boolean;
  children: ReactNode;
}

/** A row with a setting's title, description and control. */
export function SettingRow({ title, text, textId, lines, isUnknown = false, children }: SettingRowProps) {
  return (
    <div className="setting-row" style={isUnknown ? { visibility: 'hidden' } : {}}>
      <div className="flex-1 min-w-0">
        <p className="font-medium">{title}</p>
        <p id={textId} className="text-sm c-text-3" style={lines === undefined ? {} : { minHeight: `${lines}lh` }}>
          {text}
        </p>
      </div>
      {children}
    </div>
  );
}
