import type { ReactNode } from 'react';

interface SettingRowProps {
  title: string;
  text: string;
  /** Id of the text, for the control's description. */
  textId: string;
  children: ReactNode;
}

/** A setting: what it is, what it does, its control. */
export function SettingRow({ title, text, textId, children }: SettingRowProps) {
  return (
    <div className="setting-row">
      <div className="flex-1 min-w-0">
        <p className="font-medium">{title}</p>
        <p id={textId} className="text-sm c-text-3">
          {text}
        </p>
      </div>
      {children}
    </div>
  );
}
