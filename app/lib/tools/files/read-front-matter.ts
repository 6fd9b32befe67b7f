import { errorMessage } from '../../protocol/error-message.ts';
import { parseYaml, YamlError } from '../../yaml/parse-yaml.ts';

/** `why` is a clause about the file; `line` counts from 1 in the whole file. */
export type FrontMatter = { ok: true; value: unknown; body: string } | { ok: false; why: string; line: number };

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const BEGINS = /^---[ \t]*\r?\n/;
const LONGEST = 8_000;

/** Parses the YAML between two `---` lines at the start of a file and returns it with the rest. A file without it is all body. */
export async function readFrontMatter(source: string): Promise<FrontMatter> {
  const match = FRONT_MATTER.exec(source);
  if (match === null) {
    if (BEGINS.test(source))
      return { ok: false, line: 1, why: 'it begins with "---" and has no second line "---" that ends its settings.' };
    return { ok: true, value: {}, body: source };
  }
  const text = match[1] ?? '';
  if (text.length > LONGEST) return { ok: false, line: 1, why: `its settings have more than ${LONGEST} characters.` };
  try {
    return { ok: true, value: (await parseYaml(text)) ?? {}, body: source.slice(match[0].length) };
  } catch (error) {
    const line = error instanceof YamlError ? error.line : 1;
    return { ok: false, line: line + 1, why: `its settings are no YAML that is read here, at line ${line + 1}: ${errorMessage(error)}` };
  }
}
