/**
 * `npm run rewrite:fuzz -- [--count N] [--seed N] [FOLDER …]`: rewrites published files (of node_modules, or of the given folders) and
 * generated programs as the module loader does, and prints each whose meaning changes. The last line is one JSON object with the figures.
 * Exits with 1 if something was found.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import ts from 'typescript';
import { analyzeModule } from '../../packages/engine/src/programs/node/loader/rewrite/rewrite-module.ts';
import { forEachEdit } from '../../packages/engine/src/programs/node/loader/rewrite/source-edits.ts';
import { checkRoundTrip } from '../../packages/engine/src/programs/node/loader/rewrite/testing/check-round-trip.ts';
import { moduleArbitrary, scriptArbitrary } from '../../packages/engine/src/programs/node/loader/rewrite/testing/program-arbitrary.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
});

type Kind = 'module' | 'script';

const figures = { files: 0, rewritten: 0, noPrograms: 0, generated: 0, faults: 0 };

async function* scriptsBelow(folder: string): AsyncGenerator<string> {
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => a.name.localeCompare(b.name))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* scriptsBelow(path);
    else if (entry.isFile() && /\.[cm]?js$/.test(entry.name)) yield path;
  }
}

function isOfImport(symbol: ts.Symbol | undefined): boolean {
  const declaration = symbol?.declarations?.[0];
  return (
    declaration !== undefined && (ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration))
  );
}

/** Returns the positions where a module reads its imports, according to TypeScript's checker. */
function importReads(source: string): Set<number> {
  const file = ts.createSourceFile('/file.mjs', source, { languageVersion: ts.ScriptTarget.Latest }, true, ts.ScriptKind.JS);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name) => (name === '/file.mjs' ? file : undefined),
  };
  const program = ts.createProgram(
    ['/file.mjs'],
    { allowJs: true, noLib: true, noResolve: true, types: [], module: ts.ModuleKind.ESNext },
    host,
  );
  const checker = program.getTypeChecker();
  const reads = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isShorthand = ts.isShorthandPropertyAssignment(parent) && parent.name === node;
      if (isOfImport(isShorthand ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node)))
        reads.add(node.getStart(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return reads;
}

function referenceFaults(source: string): string[] {
  if (!/\bimport\b/.test(source) || source.length > 150_000) return [];
  const { edits, prefix } = analyzeModule(source);
  const made = new Set<number>();
  forEachEdit(edits, (start, removed, text) => {
    if (text.includes(`${prefix}n[`) && removed !== '') made.add(start);
  });
  const wanted = importReads(source);
  return [
    ...[...wanted]
      .filter((place) => !made.has(place))
      .map((place) => `the import read at ${place} was left: ${source.slice(place - 20, place + 20)}`),
    ...[...made]
      .filter((place) => !wanted.has(place))
      .map((place) => `no import is read at ${place}: ${source.slice(place - 20, place + 20)}`),
  ];
}

/** Checks one source. `isPublished` also uses TypeScript's checker, which is not reliable on generated programs. */
function check(source: string, kind: Kind, name: string, isPublished: boolean): boolean {
  const faults = checkRoundTrip(source, kind);
  if (faults === null) return false;
  if (isPublished && kind === 'module' && faults.length === 0) faults.push(...referenceFaults(source));
  for (const fault of faults.slice(0, 3)) console.log(JSON.stringify({ name, kind, fault: fault.slice(0, 400) }));
  if (faults.length > 0) figures.faults++;
  return true;
}

async function checkFiles(folders: readonly string[], limit: number): Promise<void> {
  for (const folder of folders) {
    let count = 0;
    for await (const path of scriptsBelow(folder)) {
      if (count >= limit) break;
      const source = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
      if (!/\b(?:await|import|export)\b/.test(source)) continue;
      count++;
      figures.files++;
      const isModule = /^\s*(?:import|export)\b|[;}]\s*(?:import|export)\b/m.test(source);
      if (check(source, isModule ? 'module' : 'script', path, true) || check(source, 'script', path, true)) figures.rewritten++;
      else figures.noPrograms++;
    }
  }
}

function checkGenerated(count: number, seed: number): void {
  const kinds: [Kind, fc.Arbitrary<string>][] = [
    ['module', moduleArbitrary],
    ['script', scriptArbitrary],
  ];
  for (const [kind, texts] of kinds)
    for (const text of fc.sample(texts, { numRuns: count, seed })) if (check(text, kind, JSON.stringify(text), false)) figures.generated++;
}

const [count, seed] = [Number(values.count), Number(values.seed)];
const folders = positionals.length > 0 ? positionals : [fileURLToPath(new URL('../../node_modules', import.meta.url))];
await checkFiles(folders, count);
checkGenerated(count, seed);
console.log(JSON.stringify(figures));
process.exitCode = figures.faults > 0 ? 1 : 0;
