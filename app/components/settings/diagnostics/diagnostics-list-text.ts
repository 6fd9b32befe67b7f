export const DIAGNOSTICS_LIST_TEXT = {
  looking: 'Looking… the runtime takes a few seconds.',
  allGood: 'Everything works.',
  found: (problems: number) => (problems === 1 ? '1 finding needs you.' : `${problems} findings need you.`),
  again: 'Check again',
  copy: 'Copy report',
  copied: 'Copied',
  notCopied: 'The browser did not let it be copied: select it below.',
  report: 'Report',
  about: 'The report holds what is listed here: no key, no file, and no path of this computer.',
  states: { good: 'Good', note: 'Note', warning: 'Look at this', failed: 'Does not work' },
} as const;
