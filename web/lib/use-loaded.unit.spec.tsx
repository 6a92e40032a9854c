// @vitest-environment happy-dom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useLoaded } from './use-loaded.ts';

const Piece = ({ text }: { text: string }) => <p>{text}</p>;

class Boundary extends Component<{ children: ReactNode }> {
  override state = { text: '' };
  static getDerivedStateFromError = ({ message }: Error) => ({ text: message });
  override render() {
    return this.state.text ? <p>{this.state.text}</p> : this.props.children;
  }
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('un pezzo che viene dopo', () => {
  it('è chiesto subito, una volta, e si disegna quando arriva', async () => {
    const { promise, resolve } = Promise.withResolvers<{ default: typeof Piece }>();
    const load = vi.fn(() => promise);
    const { result, rerender } = renderHook(() => useLoaded(load));
    expect(result.current).toBeUndefined();
    rerender();
    await act(async () => {
      resolve({ default: Piece });
      await promise;
    });
    render(result.current?.({ text: 'disegno' }) ?? <p />);
    expect(screen.getByText('disegno')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('se non arriva lo dice chi gli sta attorno', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const load = () => Promise.reject(new Error('non c’è'));
    renderHook(() => useLoaded(load), { wrapper: Boundary });
    expect(await screen.findByText('non c’è')).toBeTruthy();
  });
});
