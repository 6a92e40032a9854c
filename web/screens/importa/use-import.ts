import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FileImporta, RegistroImporta, FileTable } from '#contracts/modules/importa.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { asAsked, chooseField, fieldsOf, missing, type ByHand } from './columns.ts';
import { columnsOptions, importsOptions, makeImport, runOptions, tryImport, uploadFile, type ImportRequest } from './importa.api.ts';

/** Request to the portal with the choices it was made of; once these change, its answer is stale. */
interface ImportCall {
  action: 'prova' | 'importa';
  requestKey: string;
  id: string;
}

/** Tells whether a file has several tables or is a dump; each table then names its register. */
const namesItself = ({ nome, tabelle }: FileImporta): boolean => /\.sql$/i.test(nome) || tabelle.length > 1;

/** Manages the import of a file: choice, columns, dry run, import. */
export function useImport(registers: readonly RegistroImporta[]) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const [file, setFile] = useState<FileImporta | null>(null);
  const [sending, setSending] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [register, setRegister] = useState<string | null>(null);
  const [byHand, setByHand] = useState<ByHand>({});
  const [run, setRun] = useState<ImportCall | null>(null);
  const [asking, setAsking] = useState(false);
  /** Set before the next render, so that two quick presses start one run. */
  const busy = useRef(false);

  const several = file !== null && namesItself(file);
  const { data: matched, error: unmatched } = useQuery(columnsOptions(several ? undefined : file?.caricato, register));
  const tables: readonly FileTable[] | undefined = several ? file.tabelle : file && register !== null ? matched : undefined;
  const table = several ? undefined : tables?.[0];
  const fields = table ? fieldsOf(table, byHand) : {};
  const registerFields = registers.find(({ registro }) => registro === register)?.campi ?? [];
  const lacking = table ? missing(fields, registerFields) : [];
  const strangers = several ? file.tabelle.filter(({ registro }) => registro === null) : [];
  const request: ImportRequest | null =
    file && tables ? { caricato: file.caricato, ...(several ? {} : { registro: register!, colonne: asAsked(fields) }) } : null;
  const requestKey = JSON.stringify(request);
  const { data: state } = useQuery(runOptions(run?.requestKey === requestKey ? run.id : null));
  const current = run?.requestKey === requestKey ? run : null;
  const running = asking || (current !== null && (state === undefined || state.status === 'queued' || state.status === 'running'));
  const clean = current?.action === 'prova' && state?.status === 'done' && state.esito?.errori === 0;
  const imported = current?.action === 'importa' && state?.status === 'done';

  const status = state?.status;
  useEffect(() => {
    void client.invalidateQueries({ queryKey: importsOptions.queryKey });
  }, [client, status]);

  const forget = () => {
    setRun(null);
    setByHand({});
    setRefusal(null);
  };
  const start = async (action: ImportCall['action'], ask: (request: ImportRequest) => Promise<string>) => {
    if (!request || running || busy.current) return;
    busy.current = true;
    setAsking(true);
    try {
      setRun({ action, requestKey, id: await ask(request) });
      await client.invalidateQueries({ queryKey: keys.processi });
    } catch (error) {
      snackbar.error(action === 'prova' ? 'Prova non partita' : 'Importazione non partita', { detail: messageOf(error) });
    } finally {
      busy.current = false;
      setAsking(false);
    }
  };
  return {
    file,
    sending,
    refusal,
    register,
    several,
    tables,
    table,
    fields,
    registerFields,
    lacking,
    strangers,
    unmatched,
    current,
    state: current ? state : undefined,
    running,
    clean,
    imported,
    ready: request !== null && lacking.length === 0 && strangers.length === 0,
    async send(selectedFile: File | null) {
      forget();
      setFile(null);
      if (!selectedFile) return;
      setSending(0);
      try {
        const uploaded = await uploadFile(selectedFile, (done, of) => setSending(of === 0 ? 0 : (done / of) * 100));
        const called = uploaded.tabelle[0]?.registro ?? null;
        if (called !== null && !namesItself(uploaded)) setRegister(called);
        setFile(uploaded);
      } catch (error) {
        setRefusal(messageOf(error));
      } finally {
        setSending(null);
      }
    },
    chooseRegister(next: string | null) {
      forget();
      setRegister(next);
    },
    choose: (column: string, field: string | null) =>
      setByHand((before) => {
        // another column for which the portal proposed this field loses it too
        const other = Object.entries(fields).find(([name, had]) => name !== column && field !== null && had === field)?.[0];
        return { ...chooseField(before, column, field), ...(other === undefined ? {} : { [other]: null }) };
      }),
    rehearse: () => start('prova', tryImport),
    make: () => start('importa', makeImport),
  };
}

export type Import = ReturnType<typeof useImport>;
