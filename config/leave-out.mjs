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
  // The default of MCP's client, which is given another (`mcp-connection.ts`): it makes code from schemas, which the page's policy refuses.
  ['../validation/ajv-provider.js', 'export class AjvJsonSchemaValidator { constructor() { throw new Error("Name a validator."); } }'],
]);
const PREFIX = '\0left-out:';

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
  };
}
