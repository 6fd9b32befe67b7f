import type { ReactNode } from 'react';

interface SettingRowProps {
  title: string;
  text: string;
  /** Id of the text, for the control's description. */
  textId: string;
  /** So many lines are kept free for it, where it comes to say more while the user looks: what is below must not move away under the pointer. */
  lines?: number;
  /** What it says is not known yet: it takes its room and is not seen. */
  isUnknown?: boolean;
  children: ReactNode;
}

/** A setting: what it is, what it does, its control. */
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
