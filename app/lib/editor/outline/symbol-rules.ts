import type { SymbolKind } from '../../types-service/type-questions.ts';

export interface SymbolRule {
  kind: SymbolKind;
  /** Child nodes that may be its name; with `before-block`, the text before its block is the name. */
  names: readonly string[] | 'before-block';
}

const rules = (nodes: string, kind: SymbolKind, names: SymbolRule['names']): [string, SymbolRule][] =>
  nodes.split(' ').map((node) => [node, { kind, names }]);

/** By the names of grammar nodes. Equal names in different languages mean the same. */
export const SYMBOL_RULES: ReadonlyMap<string, SymbolRule> = new Map([
  // JavaScript, TypeScript; some are also in Python and PHP.
  ...rules('FunctionDeclaration FunctionDefinition', 'function', ['VariableDefinition', 'VariableName', 'Name']),
  ...rules('ClassDeclaration ClassDefinition', 'class', ['VariableDefinition', 'VariableName', 'Name']),
  ...rules('MethodDeclaration', 'method', ['PropertyDefinition', 'PrivatePropertyDefinition', 'Name']),
  ...rules('PropertyDeclaration', 'property', ['PropertyDefinition', 'PrivatePropertyDefinition', 'VariableName']),
  ...rules('VariableDeclaration', 'variable', ['VariableDefinition']),
  ...rules('InterfaceDeclaration TraitDeclaration', 'interface', ['TypeDefinition', 'Name']),
  ...rules('TypeAliasDeclaration', 'type', ['TypeDefinition']),
  ...rules('EnumDeclaration', 'enum', ['TypeDefinition', 'Name']),
  ...rules('NamespaceDeclaration', 'module', ['VariableDefinition']),
  // Rust
  ...rules('FunctionItem', 'function', ['BoundIdentifier']),
  ...rules('StructItem UnionItem TypeItem', 'type', ['TypeIdentifier']),
  ...rules('EnumItem', 'enum', ['TypeIdentifier']),
  ...rules('TraitItem', 'interface', ['TypeIdentifier']),
  ...rules('ModItem', 'module', ['BoundIdentifier']),
  ...rules('ImplItem', 'class', 'before-block'),
  ...rules('ConstItem StaticItem', 'variable', ['BoundIdentifier']),
  // Go
  ...rules('FunctionDecl', 'function', ['DefName']),
  ...rules('MethodDecl', 'method', ['FieldName']),
  ...rules('TypeSpec', 'type', ['DefName']),
  ...rules('ConstSpec VarSpec', 'variable', ['DefName']),
  // CSS, SCSS, Less
  ...rules('RuleSet MediaStatement SupportsStatement KeyframesStatement MixinStatement AtRule', 'rule', 'before-block'),
  // JSON, YAML
  ...rules('Property', 'key', ['PropertyName']),
  ...rules('Pair', 'key', ['Key']),
]);
