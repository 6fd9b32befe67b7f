import type { Plugin } from 'prettier';
import { z } from 'zod';
import { errorMessage } from '../../protocol/error-message.ts';
import { editorConfigOptions } from './editor-config.ts';
import { editsBetween } from './edits-between.ts';
import type { FormatAnswer, FormatRequest } from './format-messages.ts';
import { formatOptionsOf } from './format-options.ts';

interface Formatter {
  /** Prettier's name of the parser. */
  parser: string;
  plugins(): Promise<Plugin[]>;
}

const estree = () => import('prettier/plugins/estree');
const babel = () => import('prettier/plugins/babel');
const postcss = () => import('prettier/plugins/postcss');
const html = () => import('prettier/plugins/html');
/** The plugin is the module's default export, or the module itself. */
const pluginsOf = async (loads: readonly (() => Promise<{ default: Plugin }>)[]) =>
  (await Promise.all(loads.map((load) => load()))).map((module) => module.default);

/** Code embedded in other files: prettier asks for this parser by name. */
const typescript = async () => {
  const { parsers } = await import('prettier/plugins/babel');
  return { default: { parsers: { typescript: parsers['babel-ts'] } } };
};

const script = (parser: string): Formatter => ({ parser, plugins: () => pluginsOf([babel, estree]) });
const style = (parser: string): Formatter => ({ parser, plugins: () => pluginsOf([postcss]) });
/** Includes embedded scripts and styles. */
const page = (parser: string): Formatter => ({ parser, plugins: () => pluginsOf([html, babel, typescript, estree, postcss]) });
const prose: Formatter = {
  parser: 'markdown',
  plugins: () => pluginsOf([() => import('prettier/plugins/markdown'), babel, typescript, estree, postcss, html]),
};
const yaml: Formatter = { parser: 'yaml', plugins: () => pluginsOf([() => import('prettier/plugins/yaml')]) };

const FORMATTERS: Readonly<Record<string, Formatter>> = {
  ...every('js cjs mjs jsx', script('babel')),
  ...every('ts cts mts tsx', script('babel-ts')),
  ...every('json webmanifest map prettierrc babelrc', script('json')),
  ...every('jsonc', script('jsonc')),
  ...every('json5', script('json5')),
  ...every('css pcss', style('css')),
  ...every('scss', style('scss')),
  ...every('less', style('less')),
  ...every('html htm', page('html')),
  ...every('vue', page('vue')),
  ...every('md markdown', prose),
  ...every('yaml yml', yaml),
};

function every(endings: string, formatter: Formatter): Record<string, Formatter> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, formatter]));
}

function formatterOf(path: string): Formatter | undefined {
  // Formatted as npm writes them.
  if (/(?:^|\/)(?:package|package-lock|composer)\.json$/.test(path)) return script('json-stringify');
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(FORMATTERS, ending) ? FORMATTERS[ending] : undefined;
}

const placedSchema = z.object({ loc: z.object({ start: z.object({ line: z.number(), column: z.number().optional() }) }) });

/** Formats in the calling thread. Called from a worker, because a long file takes a second. */
export async function formatText({ path, text, settings, editorConfigs }: FormatRequest): Promise<FormatAnswer> {
  const formatter = formatterOf(path);
  if (formatter === undefined) return { type: 'unknown' };
  try {
    const { options, unread } = await formatOptionsOf(path, settings);
    const [{ format }, plugins] = await Promise.all([import('prettier/standalone'), formatter.plugins()]);
    const own = Object.entries(options).filter(([, value]) => value !== undefined);
    const given = Object.fromEntries([...Object.entries(editorConfigOptions(path, editorConfigs)), ...own]);
    const formatted = await format(text, { ...given, endOfLine: 'lf', parser: formatter.parser, plugins });
    return { type: 'formatted', edits: editsBetween(text, formatted), unread };
  } catch (error) {
    const place = placedSchema.safeParse(error).data?.loc.start ?? null;
    // The lines after the first show the surrounding code.
    const [why = ''] = errorMessage(error).split('\n');
    return { type: 'failed', why, place: place === null ? null : { line: place.line, column: Math.max(0, (place.column ?? 1) - 1) } };
  }
}
