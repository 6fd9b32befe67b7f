import { z } from 'zod';
import { answerStep } from '../../../app/lib/models/answer-step.ts';
import { remoteProviders } from '../../../app/lib/models/remote-providers.ts';
import { chatRequestSchema } from '../../../app/lib/protocol/chat-request.ts';
import { toolOffers } from '../../../app/lib/step/tool-offers.ts';
import { serverConnections } from '../../../app/server/models/server-connections.server.ts';

const bodySchema = z.object({ environment: z.record(z.string(), z.string()), request: chatRequestSchema });

/** A worker for tests: runs one step with the given variables and the real providers. */
export const stepInWorkerd = {
  async fetch(asked: Request): Promise<Response> {
    const { environment, request } = bodySchema.parse(await asked.json());
    const connections = serverConnections(new Map(Object.entries(environment)), remoteProviders);
    // Called as a plain function, as workerd requires.
    const access = { providers: remoteProviders, connections, fetchFor: (): typeof fetch => (input, init) => fetch(input, init) };
    return answerStep(request, { access, offers: toolOffers(request, []), signal: asked.signal });
  },
};
