import { ReasonError } from '../protocol/texts/reason-error.ts';

/** Where a request would go is not allowed. The message is safe to show. */
export class ProviderAddressError extends ReasonError {
  override readonly name: string = 'ProviderAddressError';
}

/** The provider sends its caller somewhere else. */
export class ProviderRedirectError extends ProviderAddressError {
  override readonly name = 'ProviderRedirectError';
}
