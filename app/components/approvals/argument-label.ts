import { t } from '../../lib/i18n/t.ts';
import { TOOL_PREFIX } from '../../lib/protocol/tool-names.ts';

/** Labels for the arguments of the agent's own tools. Other tools' arguments keep their names. */
const OWN_LABELS: Readonly<Record<string, () => string>> = {
  command: () => t('Command'),
  cwd: () => t('Folder'),
  tty: () => t('In a terminal'),
  processId: () => t('Process'),
  action: () => t('Action'),
  text: () => t('Text'),
  fact: () => t('Fact'),
  timeout: () => t('Milliseconds to wait'),
  access: () => t('Guarded files it may touch'),
  reasoning: () => t('Reasoning'),
  path: () => t('Path'),
  newPath: () => t('New path'),
  content: () => t('Content'),
  edits: () => t('Edits'),
  patch: () => t('Patch'),
  arguments: () => t('Arguments'),
};

export function argumentLabel(toolName: string, name: string): string {
  const own = toolName.startsWith(TOOL_PREFIX) && Object.hasOwn(OWN_LABELS, name) ? OWN_LABELS[name] : undefined;
  return own === undefined ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : own();
}
