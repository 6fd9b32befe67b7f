import fc from 'fast-check';

/** The tokens of a program; the text between them is chosen separately. */
type Tokens = string[];

/** The text between two tokens: nothing where possible, white space, line breaks, comments that look like code. */
const gaps = ['', '', '', ' ', '/*a*/', '/* await ( */', '/*"*/ ', '\n', '//import("x")\n'];

const words = (text: string): Tokens => text.split(' ').filter((word) => word !== '');

/** Each `@` is replaced by the next part. */
function sequence(pattern: string, ...parts: fc.Arbitrary<Tokens>[]): fc.Arbitrary<Tokens> {
  return fc.tuple(...parts).map((given) => {
    let next = 0;
    return words(pattern).flatMap((word) => (word === '@' ? (given[next++] ?? []) : [word]));
  });
}

const one = (...choices: string[]): fc.Arbitrary<Tokens> => fc.constantFrom(...choices).map(words);

const { expression, statement } = fc.letrec<{ expression: Tokens; statement: Tokens; block: Tokens; pattern: Tokens }>((tie) => {
  const inner = { depthSize: 'small', withCrossShrink: true } as const;
  const [expressions, statements, block, pattern] = [tie('expression'), tie('statement'), tie('block'), tie('pattern')];
  return {
    pattern: fc.oneof(inner, one('x', 'imported', '{ x }', '[ y ]', '{ imported }'), sequence('{ x = @ }', expressions)),
    block: sequence(
      '{ @ }',
      fc.array(statements, { maxLength: 3 }).map((list) => list.flat()),
    ),
    expression: fc.oneof(
      inner,
      one('x', 'y', 'imported', 'whole', 'renamed', '1', '"await"', '/re/', '`t`', 'this', '( 0 , x )', '[ ]', '{ }'),
      sequence('( await @ )', expressions),
      sequence('await x . f ( @ )', expressions),
      sequence('( await ( @ , @ ) )', expressions, expressions),
      sequence('( @ )', expressions),
      sequence('( 0 , @ ) ( @ )', expressions, expressions),
      sequence('imported ( import.meta , @ )', expressions),
      sequence('imported ( @ )', expressions),
      sequence('whole . f ( @ )', expressions),
      sequence('new imported ( @ )', expressions),
      sequence('imported `a${ @ }`', expressions),
      sequence('import ( @ )', expressions),
      sequence('eval ( @ )', expressions),
      sequence('( 0 , eval ) ( @ )', expressions),
      sequence('eval ( ( @ , @ ) , @ )', expressions, expressions, expressions),
      sequence('( @ + @ )', expressions, expressions),
      sequence('( @ in @ )', expressions, expressions),
      sequence('( typeof @ )', expressions),
      sequence('( { imported , x : @ } )', expressions),
      sequence('( { async * m ( ) @ , get imported ( ) { return x } } )', block),
      sequence('( async ( imported ) => ( 0 , @ ) )', expressions),
      sequence('( async @ => @ )', one('x', 'y'), block),
      sequence('( async function ( @ ) @ )', pattern, block),
      sequence('( class extends imported { async #p ( ) @ static async imported ( ) @ } )', block, block),
      sequence('( async function imported ( ) @ )', block),
      sequence('( @ ) ?. f', expressions),
    ),
    statement: fc.oneof(
      inner,
      sequence('@ ;', expressions),
      sequence('@ \n', expressions),
      sequence('imported ( @ ) \n', expressions),
      sequence('{ let @ = @ ; }', pattern, expressions),
      sequence('{ const a = @ \n }', expressions),
      sequence('{ const imported = @ \n @ }', expressions, statements),
      sequence('for await ( const @ of @ ) @', pattern, expressions, statements),
      sequence('for await ( x of @ ) @', expressions, block),
      sequence('l : m : for await ( var x of @ ) { @ continue l }', expressions, statements),
      sequence('for ( const @ of @ ) @', pattern, expressions, statements),
      sequence('for ( let i = @ ; @ ; ) @', expressions, expressions, block),
      sequence('try @ catch ( @ ) @', block, pattern, block),
      sequence('try @ finally @', block, block),
      sequence('try @ catch @ finally @', block, block, block),
      sequence('if ( @ ) @ else @', expressions, statements, statements),
      sequence('do @ while ( @ )', statements, expressions),
      sequence('switch ( @ ) { case @ : @ default : @ }', expressions, expressions, statements, statements),
      sequence('( async function* ( x ) { @ x = yield @ ; } )', statements, expressions),
      sequence('{ async function imported ( ) @ }', block),
      sequence('{ class C { static { imported ( ) } [ imported ] = @ ; } }', expressions),
      sequence('k : @', block),
      sequence('throw @ ;', expressions),
      one('l : { break l ; }', '{ ; }', 'debugger \n'),
    ),
  };
});

const exported = fc.oneof(
  sequence('export default @ \n', expression),
  sequence('export default ( @ , @ ) ;', expression, expression),
  sequence('export default async function ( ) { @ }', statement),
  sequence('export default async function * ( ) { @ }', statement),
  sequence('export default class { async m ( ) { @ } }', statement),
  sequence('export const e = @ ;', expression),
  sequence('export async function named ( ) { @ }', statement),
  one('export { imported , x as default }', 'export * from "other" ;', 'export { imported as "a b" } \n', ''),
);

const nameEnds = /[\w$]$/;
const nameBegins = /^[\w$]/;

function join(tokens: Tokens, choices: readonly number[]): string {
  let text = '';
  tokens.forEach((token, index) => {
    const gap = gaps[(choices[index % choices.length] ?? 0) % gaps.length] ?? '';
    const isNeeded = nameEnds.test(text) && nameBegins.test(token);
    // No line may end there.
    const isRestricted = token === '=>' || /\b(?:async|throw)$/.test(text);
    text += `${(isNeeded && gap === '') || (isRestricted && gap.includes('\n')) ? ' ' : gap}${token}`;
  });
  return text;
}

const inScript = (token: string) => (token === 'import.meta' ? 'x' : token);
const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
const head = words('import imported , { a as renamed } from "first" ; import * as whole from "second" \n var x , y ;');

/** Generates texts of which most are programs; those that the parser rejects must be skipped. */
export const moduleArbitrary = fc
  .tuple(fc.array(statement, { maxLength: 4 }), exported, choices)
  .map(([statements, last, between]) => join([...head, ...statements.flat(), ...last], between));

export const scriptArbitrary = fc
  .tuple(fc.array(statement, { minLength: 1, maxLength: 4 }), fc.constantFrom('async function * f ( x ) {', 'async ( ) => {'), choices)
  .map(([statements, opening, between]) => join(['(', ...words(opening), ...statements.flat().map(inScript), '}', ')'], between));
