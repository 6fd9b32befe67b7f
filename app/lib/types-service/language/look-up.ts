import ts from 'typescript';
import type { DefinitionPlace, SignatureHelp, TypeHover } from '../type-questions.ts';
import type { ServicePlace } from './completions.ts';
import { documentationOf } from './documentation.ts';
import { LIBRARY_FOLDER, type LibraryFiles, SHOWN_LIBRARY_FOLDER } from './library-files.ts';
import { toRelative } from './project-files.ts';

const LONGEST_SIGNATURE = 4_000;
const MOST_DEFINITIONS = 20;

export function hoverAt({ service, name, offset }: ServicePlace): TypeHover | null {
  const info = service.getQuickInfoAtPosition(name, offset);
  if (info === undefined) return null;
  const signature = ts.displayPartsToString(info.displayParts);
  return {
    from: info.textSpan.start,
    to: info.textSpan.start + info.textSpan.length,
    signature: signature.length > LONGEST_SIGNATURE ? `${signature.slice(0, LONGEST_SIGNATURE)}…` : signature,
    documentation: documentationOf(info),
  };
}

export function definitionsAt({ service, name, offset }: ServicePlace, libraries: LibraryFiles): DefinitionPlace[] {
  const program = service.getProgram();
  const found = service.getDefinitionAtPosition(name, offset) ?? [];
  return found.slice(0, MOST_DEFINITIONS).flatMap(({ fileName, textSpan }): DefinitionPlace[] => {
    const file = program?.getSourceFile(fileName);
    const library = fileName.startsWith(LIBRARY_FOLDER) ? fileName.slice(LIBRARY_FOLDER.length) : null;
    const path = library === null ? toRelative(fileName) : SHOWN_LIBRARY_FOLDER + library;
    if (path === null) return [];
    const place = file?.getLineAndCharacterOfPosition(textSpan.start) ?? { line: 0, character: 0 };
    const text = library === null ? null : (libraries.get(library) ?? null);
    return [{ path, line: place.line + 1, column: place.character, length: textSpan.length, text }];
  });
}

export function signatureAt({ service, name, offset }: ServicePlace): SignatureHelp | null {
  const help = service.getSignatureHelpItems(name, offset, undefined);
  const item = help?.items[help.selectedItemIndex];
  if (help === undefined || item === undefined) return null;
  let label = ts.displayPartsToString(item.prefixDisplayParts);
  let active: SignatureHelp['active'] = null;
  for (const [index, parameter] of item.parameters.entries()) {
    if (index > 0) label += ts.displayPartsToString(item.separatorDisplayParts);
    const text = ts.displayPartsToString(parameter.displayParts);
    if (index === help.argumentIndex) active = { from: label.length, to: label.length + text.length };
    label += text;
  }
  label += ts.displayPartsToString(item.suffixDisplayParts);
  const parameter = item.parameters[help.argumentIndex];
  const documentation = documentationOf(parameter?.documentation.length ? parameter : item);
  return { label, active, documentation, index: help.selectedItemIndex, count: help.items.length };
}
