import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { methodNotAllowed } from '../lib/step/refusal.ts';
import { hostNames } from './hosts/host-names.server.ts';
import { crossOriginRefusal, isOwnRequest } from './hosts/reject-cross-origin.server.ts';

type Arguments = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * Returns the `loader` and the `action` of a route below `/api`, which answers `method` for the app's own pages and rejects all other
 * requests. This is checked here and not by the address, because the router accepts more spellings of a route (case, escapes, slashes,
 * `.data`) than a string comparison would catch.
 */
export function apiRoute(method: 'GET' | 'POST', answer: (parts: Arguments) => Promise<Response>): (parts: Arguments) => Promise<Response> {
  return async (parts) => {
    const { request, context } = parts;
    if (!isOwnRequest(request, hostNames(context.cloudflare.env))) return crossOriginRefusal();
    return request.method === method ? answer(parts) : methodNotAllowed(method);
  };
}
