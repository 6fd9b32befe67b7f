import { Component, type ReactNode } from 'react';
import { errorMessage } from '../../../lib/protocol/error-message.ts';

interface BoundaryProps {
  /** Identifies the content: rendering is retried when it changes. */
  of: unknown;
  /** Rendered instead of content that failed. `again` retries. */
  fallback: (failure: string, again: () => void) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  failure: string | null;
  of: unknown;
}

/** Limits a render error to this part of the page. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: errorMessage(error) };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return of === state.of ? null : { failure: null, of };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.fallback(failure, () => this.setState({ failure: null }));
  }
}
