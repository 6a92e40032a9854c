import type { ReactNode } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Row } from '../../row.ts';

/** One of the moments that a dialog asks for. */
export interface AskedMoment {
  /** Name of the moment in the server's errors. */
  name: string;
  label: string;
  /** Moment at the start; empty for none. */
  value: string;
}

export interface MomentDialogProps {
  title: string;
  moments: readonly AskedMoment[];
  confirmLabel: string;
  /** Asks the server for what the moments show; throws its refusal. */
  check(moments: readonly string[]): Promise<unknown>;
  onChosen(moments: readonly string[]): void;
  onClose(): void;
}

export interface PastRowDialogProps {
  def: AnyRegister;
  row: Row;
  /** Moment of the list. */
  al: string;
  onClose(): void;
}

export interface ComparisonProps {
  def: AnyRegister;
  da: string;
  a: string;
  cerca: string;
  page: number;
  pageSize: number;
  /** Search box. */
  search: ReactNode;
  onPage(page: number): void;
}
