/** One place: columns and lines count from 0; without an original it belongs to no source. */
export interface MappingEntry {
  generatedLine: number;
  generatedColumn: number;
  original: { source: string; line: number; column: number; name: string | undefined } | null;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map([...digits].map((digit, value) => [digit, value]));

const CONTINUES = 32;

/** Variable-length quantities in base 64: five bits a digit, the lowest of the whole is the sign. */
function decodeNumbers(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = values.get(digit) ?? 0;
    value += (bits & (CONTINUES - 1)) << shift;
    shift += 5;
    if (bits & CONTINUES) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

export interface MapSection {
  mappings: string;
  sources: readonly string[];
  names: readonly string[];
  /** Where the section begins. */
  line: number;
  column: number;
}

/** In the order of the generated code. */
export function decodeMappings({ mappings, sources, names, line: firstLine, column: firstColumn }: MapSection): MappingEntry[] {
  const entries: MappingEntry[] = [];
  let [source, line, column, name] = [0, 0, 0, 0];
  for (const [index, segments] of mappings.split(';').entries()) {
    let generatedColumn = index === 0 ? firstColumn : 0;
    for (const segment of segments.split(',')) {
      if (segment === '') continue;
      const [columnStep = 0, sourceStep, lineStep = 0, originalColumnStep = 0, nameStep] = decodeNumbers(segment);
      generatedColumn += columnStep;
      const entry: MappingEntry = { generatedLine: firstLine + index, generatedColumn, original: null };
      entries.push(entry);
      if (sourceStep === undefined) continue;
      source += sourceStep;
      line += lineStep;
      column += originalColumnStep;
      if (nameStep !== undefined) name += nameStep;
      entry.original = { source: sources[source] ?? '', line, column, name: nameStep === undefined ? undefined : names[name] };
    }
  }
  return entries;
}
