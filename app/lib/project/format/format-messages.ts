import { z } from 'zod';

/** A project's prettier settings, as far as JSON and YAML can express them. Plugins are excluded because they would be the project's code. */
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

/** A possible settings file; `text` is null if it would have to be executed or has a format that is not supported here. */
export interface SettingsFile {
  path: string;
  text: string | null;
}

export interface FormatRequest {
  path: string;
  /** Lines end with `\n`, whatever the file on disk has. */
  text: string;
  /** Nearest first. */
  settings: readonly SettingsFile[];
  /** `.editorconfig` files for options that the settings do not set; nearest first. */
  editorConfigs: readonly SettingsFile[];
}

/** Offsets refer to the text in the request. */
export interface FormatEdit {
  from: number;
  to: number;
  insert: string;
}

export type FormatAnswer =
  /** `unread` names a settings file that could not be used; prettier's defaults were used instead. */
  | { type: 'formatted'; edits: readonly FormatEdit[]; unread: string | null }
  /** Lines start at 1, columns at 0. Null if the error has no position. */
  | { type: 'failed'; why: string; place: { line: number; column: number } | null }
  | { type: 'unknown' };
