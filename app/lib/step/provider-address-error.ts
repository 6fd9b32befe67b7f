import { ReasonError } from '../protocol/texts/reason-error.ts';

/** The target of a request is not allowed. The message is safe to show. */
export class ProviderAddressError extends ReasonError {
  override readonly name: string = 'ProviderAddressError';
}

/** The provider redirects to another origin. */
export class ProviderRedirectError extends ProviderAddressError {
  override readonly name = 'ProviderRedirectError';
}
