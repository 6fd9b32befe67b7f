import type { ServerResponse } from 'node:http';
import { classifyHost } from 'devonz-engine-protocol/hosts';
import type { Connect } from 'vite';
import { hostNames } from '../../app/server/hosts/host-names.server.ts';
import { rejectCrossOrigin } from '../../app/server/hosts/reject-cross-origin.server.ts';
import { type HostServices, misdirected, routeByHost } from '../../app/server/hosts/route-by-host.server.ts';
import { HEADER_TABLE } from '../../app/server/hosts/security-headers.server.ts';
import { serverOrigins } from '../../app/server/hosts/server-origins.server.ts';
import { folderFiles } from '../../packages/engine/src/server/folder-files.ts';
import { sendResponse, toFetchRequest } from '../../packages/engine/src/server/node-messages.ts';
import { isWellFormedHost } from '../../packages/engine/src/server/well-formed-host.mjs';

/** Responds to requests for the sandbox or a preview; requests for the app get its headers and continue to Vite and Remix. */
export async function answerByHost(
  incoming: Connect.IncomingMessage,
  outgoing: ServerResponse,
  next: Connect.NextFunction,
  { files, variables }: { files: string; variables: Record<string, string> },
): Promise<void> {
  const services: HostServices = {
    environment: variables,
    isDevelopment: true,
    serveFile: folderFiles(files),
    serveApp: async () => new Response(null, { status: 404 }),
  };
  const names = hostNames(services.environment);
  if (!isWellFormedHost(incoming.headers.host)) return sendResponse(misdirected(names), outgoing);
  const request = toFetchRequest(incoming);
  if (classifyHost(incoming.headers.host ?? '', names).kind !== 'app') return sendResponse(await routeByHost(request, services), outgoing);
  const refusal = rejectCrossOrigin(request, names);
  if (refusal) return sendResponse(refusal, outgoing);
  const context = { ...serverOrigins(request, services.environment), isDevelopment: true };
  for (const [name, value] of Object.entries(HEADER_TABLE.app(context))) outgoing.setHeader(name, value);
  // Vite and Remix respond; Remix's documents replace the policy with the one that contains their nonce.
  next();
}
