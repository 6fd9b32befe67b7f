/**
 * What libraries import and this app never runs, each with the little that takes its place: in a browser it would be loaded for nothing.
 * A name that a new version of the library wants besides fails the build ("is not exported by").
 * @type {ReadonlyMap<string, string>}
 */
const LEFT_OUT = new Map([
  // `ai` turns names of models into those of Vercel's gateway. Here models come from their providers, as objects.
  [
    '@ai-sdk/gateway',
    `const none = () => { throw new Error('Models come from their providers: there is no gateway.'); };
class Never extends Error { static isInstance() { return false; } }
export const createGateway = none;
export const gateway = { languageModel: none };
export { Never as GatewayError, Never as GatewayAuthenticationError };`,
  ],
  // `ai` hands each step to OpenTelemetry's context, which does nothing unless a program has registered one. None has.
  [
    '@opentelemetry/api',
    `export const trace = { getTracer() { throw new Error('Nothing is traced.'); } };
export const context = { active: () => undefined, with: (_context, run) => run() };
export const SpanStatusCode = { ERROR: 2 };`,
  ],
  // The default of MCP's client, which is given another (`mcp-connection.ts`): it makes code from schemas, which the page's policy refuses.
  ['../validation/ajv-provider.js', 'export class AjvJsonSchemaValidator { constructor() { throw new Error("Name a validator."); } }'],
]);
const PREFIX = '\0left-out:';

/**
 * What is cut out of files that are one piece: by the end of the file's path, the text and what takes its place. What only the cut
 * parts used is then left out by Rollup. A file that no longer has these words fails the build.
 * @type {ReadonlyMap<string, readonly (readonly [was: RegExp, becomes: string])[]>}
 */
const CUT = new Map([
  // MDX, which the app formats nowhere: a second parser of Markdown, a third of prettier's part for Markdown.
  [
    '/prettier/plugins/markdown.mjs',
    [
      [/mdx:\(\)=>\w+,/, ''],
      [/,\{name:"MDX",[^}]*\}/, ''],
      // A module of CommonJS is run for what it exports: nobody misses one whose exports nobody uses.
      [/=(\w+)\((\w+\(\))(,1)?\)/g, '=/*#__PURE__*/$1(/*#__PURE__*/$2$3)'],
    ],
  ],
]);

/**
 * For the app's own build and for that of its workers.
 * @returns {import('vite').Plugin}
 */
export function leaveOut() {
  return {
    name: 'leave-out',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source) => (LEFT_OUT.has(source) ? `${PREFIX}${source}` : null),
    load: (id) => (id.startsWith(PREFIX) ? LEFT_OUT.get(id.slice(PREFIX.length)) : null),
    transform(code, id) {
      const cuts = [...CUT].find(([path]) => id.endsWith(path))?.[1];
      if (cuts === undefined) return null;
      let cut = code;
      for (const [was, becomes] of cuts) {
        if (cut.search(was) === -1) this.error(`${id} has no ${was} any more: look at what is cut out of it.`);
        cut = cut.replace(was, becomes);
      }
      return { code: cut, map: null };
    },
  };
}
