import type { ReactNode } from 'react';

interface SettingRowProps {
  title: string;
  text: string;
  /** Id of the text, for the control's description. */
  textId: string;
  /** So many lines are kept free for it, where it comes to say more while the user looks: what is below must not move away under the pointer. */
  lines?: number;
  children: ReactNode;
}

/** A setting: what it is, what it does, its control. */
export function SettingRow({ title, text, textId, lines, children }: SettingRowProps) {
  return (
    <div className="setting-row">
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
