/**
 * Modules that libraries import but this app never runs, each with a small replacement, so that browsers do not load them for nothing. If a
 * new version of a library imports another name, the build fails ("is not exported by").
 * @type {ReadonlyMap<string, string>}
 */
const LEFT_OUT = new Map([
  // `ai` resolves model names through Vercel's gateway. Here models come from their providers, as objects.
  [
    '@ai-sdk/gateway',
    `const none = () => { throw new Error('Models come from their providers: there is no gateway.'); };
class Never extends Error { static isInstance() { return false; } }
export const createGateway = none;
export const gateway = { languageModel: none };
export { Never as GatewayError, Never as GatewayAuthenticationError };`,
  ],
  // `ai` runs each step in OpenTelemetry's context, which does nothing unless a program has registered one. None has.
  [
    '@opentelemetry/api',
    `export const trace = { getTracer() { throw new Error('Nothing is traced.'); } };
export const context = { active: () => undefined, with: (_context, run) => run() };
export const SpanStatusCode = { ERROR: 2 };`,
  ],
  // The default of MCP's client, which gets another one here (`mcp-connection.ts`): it generates code from schemas, which the page's policy forbids.
  ['../validation/ajv-provider.js', 'export class AjvJsonSchemaValidator { constructor() { throw new Error("Name a validator."); } }'],
]);
const PREFIX = '\0left-out:';

/**
 * Parts that are cut out of bundled files, by the end of the file's path: a pattern and its replacement. Rollup then drops code that only
 * the cut parts used. The build fails if a file no longer contains the pattern.
 * @type {ReadonlyMap<string, readonly (readonly [was: RegExp, becomes: string])[]>}
 */
const CUT = new Map([
  // The app formats no MDX. Its support is a second Markdown parser, a third of prettier's Markdown plugin.
  [
    '/prettier/plugins/markdown.mjs',
    [
      [/mdx:\(\)=>\w+,/, ''],
      [/,\{name:"MDX",[^}]*\}/, ''],
      // A CommonJS module only runs for its exports, so it can be dropped if none of them is used.
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
