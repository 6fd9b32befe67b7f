import { globMatcher } from '../../search/glob-pattern.ts';
import type { FormatOptions, SettingsFile } from './format-messages.ts';

/** Indentation options from `.editorconfig` files, nearest first, in prettier's terms: https://editorconfig.org. */
export function editorConfigOptions(path: string, files: readonly SettingsFile[]): FormatOptions {
  const said: Record<string, string> = {};
  const read: EditorConfig[] = [];
  for (const file of files) {
    const config = readEditorConfig(file.text ?? '');
    read.unshift({ ...config, folder: file.path.slice(0, file.path.lastIndexOf('/') + 1) });
    if (config.isRoot) break;
  }
  for (const { folder, sections } of read)
    for (const { glob, values } of sections) if (globMatcher(glob)(path.slice(folder.length))) Object.assign(said, values);
  return optionsOf(said);
}

interface EditorConfig {
  folder: string;
  isRoot: boolean;
  sections: { glob: string; values: Record<string, string> }[];
}

function readEditorConfig(text: string): Omit<EditorConfig, 'folder'> {
  const sections: EditorConfig['sections'] = [];
  let isRoot = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const trimmed = line.replace(/^\ufeff/, '').trim();
    if (trimmed === '' || /^[#;]/.test(trimmed)) continue;
    const glob = /^\[(.*)\]$/.exec(trimmed)?.[1];
    if (glob !== undefined) sections.push({ glob, values: {} });
    const [, key, value] = /^([^=]+?)\s*=\s*(.*)$/.exec(trimmed) ?? [];
    if (glob !== undefined || key === undefined || value === undefined) continue;
    const section = sections.at(-1);
    // Keys before the first section apply to the file itself.
    if (section === undefined) isRoot ||= key.toLowerCase() === 'root' && value.toLowerCase() === 'true';
    else section.values[key.toLowerCase()] = value.toLowerCase();
  }
  return { isRoot, sections };
}

function optionsOf(said: Readonly<Record<string, string>>): FormatOptions {
  const { indent_style: style, indent_size: size, tab_width: width, max_line_length: longest } = said;
  const tabWidth = countIn(size) ?? countIn(width);
  const printWidth = longest === 'off' ? Number.POSITIVE_INFINITY : countIn(longest);
  return {
    ...(style === 'tab' || style === 'space' ? { useTabs: style === 'tab' } : {}),
    ...(tabWidth === undefined ? {} : { tabWidth }),
    ...(printWidth === undefined ? {} : { printWidth }),
  };
}

/** Undefined for `unset` or anything that is not a number. */
function countIn(value: string | undefined): number | undefined {
  return value !== undefined && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined;
}
