import { z } from 'zod';

/** A project's settings for prettier, as far as JSON and YAML can say them; no plugins, which would be code of the project's. */
export const formatOptionsSchema = z.object({
  printWidth: z.number().int().min(1).max(1_000).optional().catch(undefined),
  tabWidth: z.number().int().min(0).max(32).optional().catch(undefined),
  useTabs: z.boolean().optional().catch(undefined),
  semi: z.boolean().optional().catch(undefined),
  singleQuote: z.boolean().optional().catch(undefined),
  jsxSingleQuote: z.boolean().optional().catch(undefined),
  quoteProps: z.enum(['as-needed', 'consistent', 'preserve']).optional().catch(undefined),
  trailingComma: z.enum(['all', 'es5', 'none']).optional().catch(undefined),
  bracketSpacing: z.boolean().optional().catch(undefined),
  bracketSameLine: z.boolean().optional().catch(undefined),
  arrowParens: z.enum(['always', 'avoid']).optional().catch(undefined),
  proseWrap: z.enum(['always', 'never', 'preserve']).optional().catch(undefined),
  htmlWhitespaceSensitivity: z.enum(['css', 'strict', 'ignore']).optional().catch(undefined),
  vueIndentScriptAndStyle: z.boolean().optional().catch(undefined),
  singleAttributePerLine: z.boolean().optional().catch(undefined),
  embeddedLanguageFormatting: z.enum(['auto', 'off']).optional().catch(undefined),
  experimentalOperatorPosition: z.enum(['start', 'end']).optional().catch(undefined),
  experimentalTernaries: z.boolean().optional().catch(undefined),
  objectWrap: z.enum(['preserve', 'collapse']).optional().catch(undefined),
});
export type FormatOptions = z.infer<typeof formatOptionsSchema>;

/** Options for some of the files. */
export const formatOverridesSchema = z.array(
  z.object({
    files: z.union([z.string(), z.array(z.string())]),
    excludeFiles: z.union([z.string(), z.array(z.string())]).default([]),
    options: formatOptionsSchema.default({}),
  }),
);

/** A file that may have settings; `text` is null where it would have to be run, or is in a language that is not read here. */
export interface SettingsFile {
  path: string;
  text: string | null;
}

export interface FormatRequest {
  path: string;
  /** With `\n` at the ends of its lines, whatever the file has. */
  text: string;
  /** The nearest first. */
  settings: readonly SettingsFile[];
  /** Files named `.editorconfig`, which say what the settings do not; the nearest first. */
  editorConfigs: readonly SettingsFile[];
}

/** Offsets in the text that was given. */
export interface FormatEdit {
  from: number;
  to: number;
  insert: string;
}

export type FormatAnswer =
  /** `unread`: the settings are in this file, which was not read; prettier's own were taken. */
  | { type: 'formatted'; edits: readonly FormatEdit[]; unread: string | null }
  /** Lines count from 1, columns from 0; null: it does not say where. */
  | { type: 'failed'; why: string; place: { line: number; column: number } | null }
  | { type: 'unknown' };
