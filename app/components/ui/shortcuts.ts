/** Styles without states that several components share. `uno.config.ts` uses them as shortcuts. */
export const SHORTCUTS: Readonly<Record<string, string>> = {
  // Only for screen readers.
  'visually-hidden': 'absolute w-1px h-1px -m-1px overflow-hidden [clip-path:inset(50%)] whitespace-nowrap',
  tabular: '[font-variant-numeric:tabular-nums]',
  scroll: 'overflow-auto [scrollbar-width:thin] [scrollbar-color:var(--line-2)_transparent]',
  'status-item': 'inline-flex items-center gap-6px',
  'example-title': 'block font-500',
  'example-text': 'text-note block c-text-3',
  'user-message': 'pt-8px px-12px pb-10px line-1 rounded-3 bg-surface-1',
  'card-body': 'flex flex-col gap-8px pt-4px px-12px pb-10px',
  'card-footer': 'text-sm flex items-center gap-8px min-w-0 c-text-3',
  'card-actions': 'flex flex-wrap items-center gap-8px',
  'panel-title': 'text-sm c-text-3 shrink-0',
  reason: 'c-text-2 italic',
  'well-row': 'pt-7px pr-10px pb-7px ml-10px',
  'output-error': 'italic pl-8px [border-left:2px_solid_var(--line-3)]',
  'output-error-lines': 'output-error block -ml-10px c-text-1',
  'output-error-word': 'italic [text-decoration:underline_dotted] c-text-1',
  'output-cut': 'text-sm flex items-center justify-between gap-8px pt-4px pr-6px pb-4px pl-10px line-t-1 c-text-3',
  // Parts without space wrap onto a second, hidden line, so that no number is cut.
  'run-meter': 'inline-flex flex-wrap gap-y-0 gap-x-10px min-w-0 h-20px overflow-hidden lh-20px whitespace-nowrap',
  'message-note': 'text-sm px-12px pb-4px c-text-3',
  'picker-list': 'flex-1 min-h-0 -mx-8px px-8px',
  'transfer-list': 'm-0 p-0 list-none wrap-anywhere',
  'changes-title': 'py-6px px-8px font-500',
  'side-heading': 'text-sm pb-8px c-text-2 font-500',
};
